import { useId, useRef, useState } from 'react'
import { TriangleAlert, X } from 'lucide-react'
import type { Choices } from '@printroom/contract/wizard'
import { Button } from '~/components/button.tsx'
import { Spinner } from '~/components/spinner.tsx'
import { mendOf, wordsOf, type CopyMend, type Mend } from '~/features/checks/check-words.ts'
import type { Checks } from '~/features/checks/use-checks.ts'
import { cn } from '~/lib/cn.ts'

type PrintChecksProps = {
  checks: Checks
  /** Its file, in pixels. */
  design: { width: number } | undefined
  choices: Choices
  onChoose: (change: Partial<Choices>) => void
  /** Makes a mended copy of the design and chooses it. */
  onCopy: (how: CopyMend) => Promise<void>
  className?: string
}

/** What a seller would want to know before a credit is spent, each in a line with what mends it. Keeps nobody from ordering. */
export function PrintChecks({ checks, design, choices, onChoose, onCopy, className }: PrintChecksProps) {
  const heading = useId()
  // The focus stays here when the line that had it goes.
  const place = useRef<HTMLDivElement>(null)
  const [isMaking, setMaking] = useState<Mend['label'] | null>(null)
  const { colour } = choices
  const { findings } = checks
  if (!design || !colour) return null
  const words = findings.map((finding) => wordsOf(finding, colour, design.width))

  async function mend(how: Mend): Promise<void> {
    place.current?.focus({ preventScroll: true })
    if ('choice' in how) return onChoose(how.choice)
    setMaking(how.label)
    await onCopy(how)
    setMaking(null)
  }

  return (
    <div ref={place} tabIndex={-1} className={cn('outline-none', className)}>
      <p role="status" className="sr-only">
        {words.length > 0 && `Before you spend a credit: ${words.join(' ')}`}
      </p>
      {findings.length > 0 && (
        <section aria-labelledby={heading} className="rounded-lg bg-amber-wash px-3 py-2.5">
          <p id={heading} className="text-[13px] font-medium">
            Before you spend a credit
          </p>
          <ul className="mt-1 divide-y divide-hairline">
            {findings.map((finding, at) => {
              const how = mendOf(finding)
              return (
                <li key={finding.kind} className="flex items-start gap-2 py-1.5 text-[13px] leading-snug">
                  <TriangleAlert className="mt-2 size-4 shrink-0 text-amber" />
                  <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1.5">
                    <span className="min-w-0 flex-[1_1_12rem] py-1.5 tabular-nums">{words[at]}</span>
                    {how && (
                      <Button variant="secondary" size="sm" disabled={isMaking !== null} onClick={() => void mend(how)}>
                        {isMaking === how.label && <Spinner />}
                        {how.label}
                      </Button>
                    )}
                  </span>
                  <Button
                    variant="ghost"
                    size="icon-sm"
                    aria-label={`Hide: ${words[at]}`}
                    onClick={() => {
                      place.current?.focus({ preventScroll: true })
                      checks.dismiss(finding)
                    }}
                  >
                    <X />
                  </Button>
                </li>
              )
            })}
          </ul>
        </section>
      )}
    </div>
  )
}

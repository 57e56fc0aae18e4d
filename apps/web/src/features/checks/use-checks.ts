import { useEffect, useState } from 'react'
import type { Finding } from '@printroom/studio/checks/check-print'
import type { CheckRequest } from '~/features/preview/messages.ts'
import { checkPicture } from '~/features/preview/previewer.ts'

const NOTHING: readonly Finding[] = []
/** So long nothing has changed: a print that is dragged is looked through where it is let go, and no picture waits for a check. */
const SETTLED_MS = 250

/** What is found in a picture before it is ordered, but for what was dismissed; what was found before stays until it is known. */
export function useChecks(request: CheckRequest | null) {
  const [findings, setFindings] = useState(NOTHING)
  const [dismissed, setDismissed] = useState<readonly string[]>([])
  const wish = JSON.stringify(request)

  useEffect(() => {
    const wanted = JSON.parse(wish) as CheckRequest | null
    if (wanted === null) return setFindings(NOTHING)
    let stop: (() => void) | undefined
    const wait = setTimeout(() => (stop = checkPicture(wanted, setFindings)), SETTLED_MS)
    return () => {
      clearTimeout(wait)
      stop?.()
    }
  }, [wish])

  return {
    findings: request ? findings.filter((finding) => !dismissed.includes(keyOf(finding, request))) : NOTHING,
    dismiss(finding: Finding): void {
      if (request) setDismissed((before) => [...before, keyOf(finding, request)])
    },
  }
}

/** The choices that a finding follows from: with another of these it is another finding. */
function keyOf({ kind }: Finding, { design, product, style, side, colour, size }: CheckRequest): string {
  const of = {
    vanishing: [colour.hex],
    halo: [colour.hex],
    hidden: [product, style, side, size],
    resolution: [product, side, size],
    soft: [],
  }
  return JSON.stringify([kind, design, ...of[kind]])
}

export type Checks = ReturnType<typeof useChecks>

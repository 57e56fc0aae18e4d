import type { Choices } from '@printroom/contract/wizard'
import type { CopyMend } from '~/features/checks/check-words.ts'
import { makeCopy } from '~/features/checks/make-copy.ts'
import { PrintChecks } from '~/features/checks/print-checks.tsx'
import type { Checks } from '~/features/checks/use-checks.ts'
import type { HeldFile } from '~/features/trial/trial-file.ts'
import { addErrorToast } from '~/lib/toast.ts'

type TrialChecksProps = {
  held: HeldFile
  checks: Checks
  choices: Choices
  onChoose: (change: Partial<Choices>) => void
  /** Tries another file on. */
  onFile: (file: File) => Promise<void>
  className: string
}

/** What the wizard would say of this print, with what mends it; a mended copy takes the file's place in this browser. */
export default function TrialChecks({ held, checks, choices, onChoose, onFile, className }: TrialChecksProps) {
  async function tryCopy({ copy, fringe }: CopyMend): Promise<void> {
    const url = URL.createObjectURL(held.file)
    try {
      await onFile(await makeCopy({ filename: held.file.name, file_url: url }, { copy, fringe }))
    } catch (error) {
      addErrorToast((error as Error).message)
    } finally {
      URL.revokeObjectURL(url)
    }
  }
  return (
    <PrintChecks
      checks={checks}
      design={held}
      choices={choices}
      onChoose={onChoose}
      onCopy={tryCopy}
      className={className}
    />
  )
}

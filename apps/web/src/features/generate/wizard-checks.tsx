import { PrintChecks } from '~/features/checks/print-checks.tsx'
import type { Checks } from '~/features/checks/use-checks.ts'
import { useMendedCopy } from '~/features/checks/use-mended-copy.ts'
import type { Chooser } from '~/features/generate/use-wizard.ts'

type WizardChecksProps = { wizard: Chooser; checks: Checks; className: string }

/** What is found in the print before a credit is spent. */
export default function WizardChecks({ wizard: { design, choices, choose }, checks, className }: WizardChecksProps) {
  const makeCopy = useMendedCopy()
  return (
    <PrintChecks
      checks={checks}
      design={design}
      choices={choices}
      onChoose={choose}
      onCopy={async (how) => {
        const made = design && (await makeCopy(design, how))
        if (made) choose({ designId: made.id })
      }}
      className={className}
    />
  )
}

import { Suspense, lazy, useRef, useState } from 'react'
import { Link } from '@tanstack/react-router'
import { FileImage, TriangleAlert } from 'lucide-react'
import { Alert } from '~/components/alert.tsx'
import { Button } from '~/components/button.tsx'
import { Card, CardTitle } from '~/components/card.tsx'
import { Spinner } from '~/components/spinner.tsx'
import { useChecks } from '~/features/checks/use-checks.ts'
import { checkFile } from '~/features/designs/check-file.ts'
import { statusText } from '~/features/designs/status-text.ts'
import { LivePreview } from '~/features/generate/live-preview.tsx'
import { previewOf } from '~/features/generate/preview-of.ts'
import { StepBackground } from '~/features/generate/step-background.tsx'
import { StepColour } from '~/features/generate/step-colour.tsx'
import { StepProduct } from '~/features/generate/step-product.tsx'
import { StepSection } from '~/features/generate/step-section.tsx'
import { StepSize } from '~/features/generate/step-size.tsx'
import type { Chooser } from '~/features/generate/use-wizard.ts'
import { asDesign } from '~/features/trial/as-design.ts'
import { change, resume, wordsOf } from '~/features/trial/fill-in.ts'
import type { HeldFile } from '~/features/trial/trial-file.ts'
import { rememberTrial, type Trial } from '~/features/trial/trial.ts'
import { useContinue } from '~/features/trial/use-continue.ts'
import { useSession } from '~/lib/session.ts'
import { addErrorToast } from '~/lib/toast.ts'

// After the picture, which is drawn first.
const TrialChecks = lazy(() => import('~/features/trial/trial-checks.tsx'))

type TryStudioProps = {
  trial: Trial
  held: HeldFile
  /** False where the browser keeps no files: it is gone with the page. */
  isKept: boolean
  isReading: boolean
  onFile: (file: File) => Promise<void>
}

/** The wizard's own choices on one page, all of them made already, beside the picture that they give. */
export function TryStudio({ trial, held, isKept, isReading, onFile }: TryStudioProps) {
  const choices = resume(trial.choices)
  const [isAdjusting, setAdjusting] = useState(false)
  const design = asDesign(held)
  // A file that an earlier release kept says nothing of them.
  const hasSides = design.width > 0
  const chooser: Chooser = {
    choices,
    design,
    ...(hasSides && { isAdjusting, setAdjusting }),
    choose(made) {
      const next = change(choices, made)
      rememberTrial({ ...trial, choices: next, words: wordsOf(next) })
    },
  }
  const preview = previewOf(choices, design)
  const checks = useChecks(
    preview && hasSides ? { ...preview, file: { width: design.width, height: design.height } } : null,
  )
  const renderChecks = (className: string) => (
    <Suspense>
      <TrialChecks
        held={held}
        checks={checks}
        choices={choices}
        onChoose={chooser.choose}
        onFile={onFile}
        className={className}
      />
    </Suspense>
  )
  return (
    <>
      <h1 className="mb-6 font-display text-[28px] leading-tight font-medium tracking-[-0.01em] max-lg:sr-only sm:text-[32px]">
        Try your own design
      </h1>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(340px,44%)] lg:gap-8">
        <LivePreview wizard={chooser}>{renderChecks('max-lg:hidden [&>section]:mt-3')}</LivePreview>
        <Card className="lg:order-first">
          <div className="flex items-center gap-3">
            <CardTitle className="min-w-0 flex-1 truncate">{trial.filename}</CardTitle>
            <AnotherFile isReading={isReading} onFile={onFile} />
          </div>
          {!isKept && (
            <Alert icon={<TriangleAlert />} variant="warning" title="This browser keeps no files" className="mt-4">
              Your choices stay, and the PNG as long as this page is open. You may be asked for it once more.
            </Alert>
          )}
          <div className="mt-6 space-y-8">
            <StepSection title="Product">
              <StepProduct wizard={chooser} />
            </StepSection>
            <StepColour wizard={chooser} />
            <StepBackground wizard={chooser} />
            <StepSize wizard={chooser} />
          </div>
          {renderChecks('lg:hidden [&>section]:mt-8')}
          <Foot key={trial.id} trial={trial} />
        </Card>
      </div>
    </>
  )
}

function AnotherFile({ isReading, onFile }: Pick<TryStudioProps, 'isReading' | 'onFile'>) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/png"
        aria-label="Another design file"
        className="hidden"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          const problem = file && checkFile(file)
          if (problem) addErrorToast(problem)
          else if (file) void onFile(file)
          // Emptied, the field takes the same file twice.
          target.value = ''
        }}
      />
      <Button variant="secondary" size="sm" disabled={isReading} onClick={() => input.current?.click()}>
        {isReading ? <Spinner /> : <FileImage />} Choose another PNG
      </Button>
    </>
  )
}

/** In reach wherever the choices are scrolled to: from here on it costs a credit, and that takes an account. */
function Foot({ trial }: { trial: Trial }) {
  const isSignedIn = useSession().status === 'present'
  const { way, go } = useContinue(trial)
  return (
    <div
      data-foot
      className="sticky bottom-0 z-10 -mx-5 mt-8 -mb-5 rounded-b-lg border-t bg-sheet px-5 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:-mx-6 sm:-mb-6 sm:px-6"
    >
      {way.state === 'failed' && (
        <Alert icon={<TriangleAlert />} variant="destructive" title={way.problem} className="mb-3">
          Your choices are kept.
        </Alert>
      )}
      <div className="flex items-center justify-between gap-4">
        <p role="status" className="min-w-0 text-[13px] leading-snug text-pencil tabular-nums">
          {way.state === 'sending'
            ? statusText(way.percent)
            : isSignedIn
              ? '2048 × 2048 pixels, without the watermark.'
              : 'Next: a free account. Your design and your choices come along.'}
        </p>
        {isSignedIn ? (
          <Button disabled={way.state === 'sending'} onClick={() => void go()}>
            {way.state === 'sending' && <Spinner />} Generate Mockup
          </Button>
        ) : (
          <Button asChild>
            <Link to="/register">Generate Mockup</Link>
          </Button>
        )}
      </div>
    </div>
  )
}

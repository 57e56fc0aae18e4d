import { Suspense, lazy, useCallback, useEffect, useRef, useState } from 'react'
import type { Shape } from '@printroom/contract/placement'
import { NO_CHOICES, type Choices } from '@printroom/contract/wizard'
import { Doors } from '~/features/layout/doors.tsx'
import { SiteFooter } from '~/features/layout/site-footer.tsx'
import { SiteHeader } from '~/features/layout/site-header.tsx'
import { previewOf } from '~/features/generate/preview-of.ts'
import { warmPreviewer } from '~/features/preview/previewer.ts'
import { TryOpening } from '~/features/trial/try-opening.tsx'
import { asDesign } from '~/features/trial/as-design.ts'
import { fillIn, resume, wordsOf } from '~/features/trial/fill-in.ts'
import { readDesign } from '~/features/trial/read-design.ts'
import { keepFile, useTrialFile } from '~/features/trial/trial-file.ts'
import { readTrial, rememberTrial, useTrial } from '~/features/trial/trial.ts'
import { randomId } from '~/lib/random-id.ts'
import { addErrorToast, addToast } from '~/lib/toast.ts'
import { whenHandMoves } from '~/lib/when-hand-moves.ts'

const loadStudio = () => import('~/features/trial/try-studio.tsx')
const TryStudio = lazy(async () => ({ default: (await loadStudio()).TryStudio }))

/** A visitor's own design on a product, before there is an account: nothing of it leaves the browser. */
export function TryPage() {
  const trial = useTrial()
  const held = useTrialFile(trial?.id)
  const [isReading, setReading] = useState(false)
  const [isKept, setKept] = useState(true)
  const chosenHere = useRef(trial?.id)

  const take = useCallback(async (file: File) => {
    setReading(true)
    getReady(choicesNow())
    try {
      const design = await readDesign(file)
      const id = randomId()
      setKept(await keepFile(id, { file, ...design }))
      // As they are now: somebody may have chosen while the file was read.
      const choices = await fitted(choicesNow(), design)
      chosenHere.current = id
      rememberTrial({
        id,
        filename: file.name,
        fileSize: file.size,
        choices,
        words: wordsOf(choices),
        keptAt: Date.now(),
        isSent: false,
      })
    } catch (error) {
      addErrorToast((error as Error).message)
    } finally {
      setReading(false)
    }
  }, [])

  // One design waits in a browser: what another tab has chosen is shown here too.
  useEffect(() => {
    if (!trial || trial.id === chosenHere.current) return
    const isAnother = chosenHere.current !== undefined
    chosenHere.current = trial.id
    if (isAnother)
      addToast({ title: `“${trial.filename}” was chosen in another tab`, description: 'It is what waits here now.' })
  }, [trial])

  // What the choices need comes while a file is being looked for.
  const isEmpty = trial === null
  useEffect(() => {
    if (!isEmpty) return void loadStudio()
    return whenHandMoves(() => getReady(fillIn(NO_CHOICES)))
  }, [isEmpty])

  const opening = (
    <TryOpening
      lost={trial && held === null ? trial.filename : null}
      isReading={isReading || (trial !== null && held !== null)}
      onFile={take}
    />
  )
  return (
    <>
      <SiteHeader>
        <Doors />
      </SiteHeader>
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto w-full max-w-[1200px] px-4 pt-6 pb-16 outline-none sm:px-6 sm:pt-8"
      >
        {trial && held ? (
          <Suspense fallback={opening}>
            <TryStudio trial={trial} held={held} isKept={isKept} isReading={isReading} onFile={take} />
          </Suspense>
        ) : (
          opening
        )}
      </main>
      <SiteFooter />
    </>
  )
}

/** What is chosen at this moment. */
function choicesNow(): Choices {
  const trial = readTrial()
  return trial ? resume(trial.choices) : fillIn(NO_CHOICES)
}

/** Fetches the choices, the compositor and the plate that these are shown by, while a file is being looked for or read. */
function getReady(choices: Choices): void {
  void loadStudio()
  const first = previewOf(choices, asDesign(null))
  if (first) warmPreviewer([{ ...first, design: null }])
}

/** A placement was made for another design: few have one, and load what it takes. */
async function fitted(choices: Choices, design: Shape): Promise<Choices> {
  if (!choices.placement) return choices
  const { fitChoices } = await import('~/features/generate/fit-choices.ts')
  return fitChoices(choices, design)
}

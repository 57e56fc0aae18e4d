import { useCallback, useEffect, useRef, useState } from 'react'
import { Link } from '@tanstack/react-router'
import { NO_CHOICES } from '@printroom/contract/wizard'
import { Button } from '~/components/button.tsx'
import { SiteFooter } from '~/features/layout/site-footer.tsx'
import { SiteHeader } from '~/features/layout/site-header.tsx'
import { previewOf } from '~/features/generate/preview-of.ts'
import { warmPreviewer } from '~/features/preview/previewer.ts'
import { TryOpening } from '~/features/trial/try-opening.tsx'
import { TryStudio } from '~/features/trial/try-studio.tsx'
import { asDesign } from '~/features/trial/as-design.ts'
import { fillIn, resume, wordsOf } from '~/features/trial/fill-in.ts'
import { readDesign } from '~/features/trial/read-design.ts'
import { keepFile, useTrialFile } from '~/features/trial/trial-file.ts'
import { rememberTrial, useTrial } from '~/features/trial/trial.ts'
import { randomId } from '~/lib/random-id.ts'
import { addErrorToast, addToast } from '~/lib/toast.ts'

/** A visitor's own design on a product, before there is an account: nothing of it leaves the browser. */
export function TryPage() {
  const trial = useTrial()
  const held = useTrialFile(trial?.id)
  const [isReading, setReading] = useState(false)
  const [isKept, setKept] = useState(true)
  const chosenHere = useRef(trial?.id)

  const take = useCallback(
    async (file: File) => {
      setReading(true)
      try {
        const small = await readDesign(file)
        const id = randomId()
        const choices = trial ? resume(trial.choices) : fillIn(NO_CHOICES)
        setKept(await keepFile(id, { file, small }))
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
    },
    [trial],
  )

  // One design waits in a browser: what another tab has chosen is shown here too.
  useEffect(() => {
    if (!trial || trial.id === chosenHere.current) return
    const isAnother = chosenHere.current !== undefined
    chosenHere.current = trial.id
    if (isAnother)
      addToast({ title: `“${trial.filename}” was chosen in another tab`, description: 'It is what waits here now.' })
  }, [trial])

  // As soon as a hand moves, the compositor and the plate are fetched, while a file is being looked for.
  const isEmpty = trial === null
  useEffect(() => {
    if (!isEmpty) return
    const stop = new AbortController()
    const warm = (): void => {
      stop.abort()
      const first = previewOf(fillIn(NO_CHOICES), asDesign(null))
      if (first) warmPreviewer([{ ...first, design: null }])
    }
    for (const sign of ['pointermove', 'pointerdown', 'keydown'])
      addEventListener(sign, warm, { passive: true, signal: stop.signal })
    return () => stop.abort()
  }, [isEmpty])

  return (
    <>
      <SiteHeader>
        {/* Both, so that the prerendered page shows the right one. */}
        <span data-for="member" className="contents">
          <Button asChild size="sm">
            <Link to="/dashboard">Dashboard</Link>
          </Button>
        </span>
        <span data-for="visitor" className="contents">
          <Button asChild variant="ghost" size="sm">
            <Link to="/login">Login</Link>
          </Button>
          <Button asChild size="sm">
            <Link to="/register">Sign Up Free</Link>
          </Button>
        </span>
      </SiteHeader>
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto w-full max-w-[1200px] px-4 pt-6 pb-16 outline-none sm:px-6 sm:pt-8"
      >
        {trial && held ? (
          <TryStudio trial={trial} held={held} isKept={isKept} isReading={isReading} onFile={take} />
        ) : (
          <TryOpening
            lost={trial && held === null ? trial.filename : null}
            isReading={isReading || (trial !== null && held === undefined)}
            onFile={take}
          />
        )}
      </main>
      <SiteFooter />
    </>
  )
}

import { Link } from '@tanstack/react-router'
import { FileQuestion, ShieldCheck } from 'lucide-react'
import { Alert } from '~/components/alert.tsx'
import { DesignDropzone } from '~/features/designs/design-dropzone.tsx'
import { MADE } from '~/features/examples/mockups.ts'

type TryOpeningProps = {
  /** Name of a file that was chosen and is not in this browser any more. */
  lost: string | null
  isReading: boolean
  onFile: (file: File) => void
}

/** Where a visitor chooses a file. */
export function TryOpening({ lost, isReading, onFile }: TryOpeningProps) {
  const picture = MADE[0]
  return (
    <div className="grid items-center gap-8 lg:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)] lg:gap-14 lg:pt-6">
      <div>
        <h1 className="font-display text-4xl font-medium tracking-[-0.02em] sm:text-5xl">Try your own design</h1>
        <p className="mt-3 mb-6 max-w-[54ch] text-pencil">
          Choose a PNG and see it on the product at once. No account yet: that is asked for when you want the finished
          picture.
        </p>
        {lost !== null && (
          <Alert icon={<FileQuestion />} title={`Choose “${lost}” again`} variant="warning" className="mb-4">
            This browser has not kept the file. What you chose for it is still here.
          </Alert>
        )}
        <div aria-busy={isReading} className="rounded-lg bg-sheet">
          <DesignDropzone onFile={onFile} isReading={isReading} dropWords="Let go to try it on" />
        </div>
        <p className="mt-4 flex gap-2.5 text-sm text-pencil">
          <ShieldCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-cyan" />
          <span className="max-w-[60ch]">
            Your browser draws the preview itself. The file is kept here for a day and sent nowhere before you have an
            account and go on with it.
          </span>
        </p>
        <p className="mt-6 text-sm text-pencil">
          PNG, up to 10 MB. None at hand?{' '}
          <Link to="/examples" className="font-medium text-cyan underline-offset-4 hover:underline">
            Look at ours
          </Link>
          .
        </p>
      </div>
      {picture && (
        <img
          src={picture.src}
          alt={picture.alt}
          width={640}
          height={640}
          className="aspect-square w-full rounded-xl object-cover shadow-lift outline-1 -outline-offset-1 outline-picture-edge max-lg:hidden"
        />
      )}
    </div>
  )
}

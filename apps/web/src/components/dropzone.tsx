import { useCallback, type KeyboardEvent, type MouseEvent } from 'react'
import { useDropzone } from '@uploadthing/react'
import { FileImage } from 'lucide-react'
import { addErrorToast } from '~/lib/toast.ts'
import { cn } from '~/lib/cn.ts'

/** The hook's own way here takes its dialog for open before it is, and then keeps it shut. Emptied, the field takes the same file twice. */
function pick(event: MouseEvent<HTMLElement> | KeyboardEvent<HTMLElement>): void {
  event.preventDefault()
  const input = event.currentTarget.querySelector('input')
  if (!input) return
  input.value = ''
  input.click()
}

type DropzoneProps = {
  /** Of the field, for who cannot see it. */
  label: string
  accept: string
  words: string
  dropWords: string
  /** Why a file is not taken, or null. */
  check: (file: File) => string | null
  onFile: (file: File) => void
}

/** Takes one file, dropped or picked. It is given any type, so that a wrong one gets a sentence and not silence. */
export function Dropzone({ label, accept, words, dropWords, check, onFile }: DropzoneProps) {
  const onDrop = useCallback(
    (files: File[]) => {
      const file = files[0]
      if (!file) return
      const problem = files.length > 1 ? 'Please drop one file at a time' : check(file)
      if (problem) addErrorToast(problem)
      else onFile(file)
    },
    [check, onFile],
  )
  const { getRootProps, getInputProps, isDragActive } = useDropzone({ onDrop, multiple: true })
  return (
    <div
      {...getRootProps()}
      role="button"
      data-acts
      tabIndex={0}
      onClick={pick}
      onKeyDown={(event) => (event.key === 'Enter' || event.key === ' ') && pick(event)}
      className={cn(
        'flex flex-col items-center rounded-lg border border-dashed border-edge px-6 py-14 text-center transition-colors duration-150 hover:bg-shade/60',
        isDragActive && 'border-cyan bg-cyan-wash',
      )}
    >
      <input {...getInputProps()} aria-label={label} accept={accept} multiple={false} />
      <FileImage aria-hidden="true" strokeWidth={1.25} className="size-10 text-pencil" />
      <p className="mt-4 font-medium">{isDragActive ? dropWords : words}</p>
      <p className="mt-1 text-sm text-pencil">
        or <span className="font-medium text-cyan">browse your files</span>
      </p>
    </div>
  )
}

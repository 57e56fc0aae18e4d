import { Dropzone } from '~/components/dropzone.tsx'
import { checkFile } from '~/features/designs/check-file.ts'

type DesignDropzoneProps = { onFile: (file: File) => void; isReading?: boolean; dropWords?: string }

export const DesignDropzone = ({ onFile, isReading = false, dropWords = 'Let go to upload' }: DesignDropzoneProps) => (
  <Dropzone
    label="Design file"
    accept="image/png"
    words={isReading ? 'Reading your PNG…' : 'Drop your PNG here'}
    dropWords={dropWords}
    check={checkFile}
    onFile={onFile}
  />
)

import { Upload } from 'lucide-react'
import { Button } from '~/components/button.tsx'
import { Dialog, DialogContent } from '~/components/dialog.tsx'
import {
  FillTheFrame,
  ForTheWhite,
  FromOneSide,
  NoFilter,
  NothingOverIt,
  StraightOn,
} from '~/features/scenes/advice-drawings.tsx'

const ADVICE = [
  {
    Drawing: FromOneSide,
    title: 'Light from one side',
    text: 'A window to the left or right, lamps off. Folds show, and prints follow them.',
  },
  {
    Drawing: ForTheWhite,
    title: 'Expose for the white',
    text: 'Tap the garment, then pull the brightness down until its white shows shade.',
  },
  {
    Drawing: NoFilter,
    title: 'No filter',
    text: 'No portrait mode, no flash. Send the file that the camera saved, not a copy from a chat.',
  },
  {
    Drawing: FillTheFrame,
    title: 'Fill the frame',
    text: 'The garment takes most of the picture, and the whole print is in it.',
  },
  {
    Drawing: StraightOn,
    title: 'Straight on',
    text: 'The camera level with the print, two steps away, held still.',
  },
  {
    Drawing: NothingOverIt,
    title: 'Nothing over the print',
    text: 'Hair, arms and straps hide markers. What is hidden cannot be printed on.',
  },
]

export default function AdviceDialog({ onUpload, onClose }: { onUpload: () => void; onClose: () => void }) {
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title="How to Photograph It"
        note="Any phone will do. Worn, hung, laid flat or held, as you like it."
        className="max-w-3xl"
      >
        <ul className="grid gap-x-5 gap-y-6 sm:grid-cols-2 md:grid-cols-3">
          {ADVICE.map(({ Drawing, title, text }) => (
            <li
              key={title}
              className="max-sm:grid max-sm:grid-cols-[112px_minmax(0,1fr)] max-sm:items-center max-sm:gap-4"
            >
              <div className="rounded-lg bg-shade px-4 py-3 max-sm:px-2 max-sm:py-1">
                <Drawing />
              </div>
              <div>
                <h3 className="text-[15px] font-semibold sm:mt-2.5">{title}</h3>
                <p className="mt-0.5 text-sm text-pencil">{text}</p>
              </div>
            </li>
          ))}
        </ul>
        {/* Not in a foot that stays: what scrolls needs something that the keyboard can come to. */}
        <div className="mt-6 flex justify-end">
          <Button onClick={onUpload} className="max-sm:w-full">
            <Upload /> Upload Photograph
          </Button>
        </div>
      </DialogContent>
    </Dialog>
  )
}

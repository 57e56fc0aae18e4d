import { PHOTOGRAPH, labelOf } from '@printroom/contract/catalogue'
import { placementInWords } from '@printroom/contract/placement'
import type { MockupWire } from '@printroom/contract/wire'
import { Dialog, DialogContent } from '~/components/dialog.tsx'
import { Picture } from '~/components/picture.tsx'
import { sideSuffix } from '~/features/catalogue/side-suffix.ts'
import { ColourBadge } from '~/features/mockups/colour-badge.tsx'
import { describeMockup } from '~/features/mockups/describe-mockup.ts'
import { DownloadLink } from '~/features/mockups/download-link.tsx'
import { formatDateTime } from '~/lib/format.ts'

export function DetailDialog({ mockup, onClose }: { mockup: MockupWire; onClose: () => void }) {
  const taken: [string, string][] =
    mockup.model_style === PHOTOGRAPH
      ? [['Scene', labelOf(PHOTOGRAPH)]]
      : [
          ['Model', mockup.product_model ? labelOf(mockup.product_model) : 'Standard'],
          [
            'Style',
            [labelOf(mockup.model_style), mockup.model_gender && labelOf(mockup.model_gender)]
              .filter(Boolean)
              .join(', '),
          ],
          ['Background', labelOf(mockup.background)],
        ]
  const facts: [string, string][] = [
    ...taken,
    ...(!sideSuffix(mockup.side) ? [] : [['Side', labelOf(mockup.side)] satisfies [string, string]]),
    ...(mockup.placement ? [['Placement', placementInWords(mockup.placement)] satisfies [string, string]] : []),
    ['Created', formatDateTime(mockup.created_at)],
  ]
  if (mockup.print_fidelity !== null) facts.push(['Print fidelity', `${mockup.print_fidelity} %`])
  if (mockup.print_path === 'studio') facts.push(['Made by', 'Our studio: the image model did not keep your print'])
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent title={labelOf(mockup.product)} className="max-w-3xl" footer={<DownloadLink mockup={mockup} />}>
        <div className="grid gap-6 md:grid-cols-[minmax(0,1fr)_200px]">
          <Picture src={mockup.file_url} alt={describeMockup(mockup)} isLazy={false} className="rounded-lg" />
          <dl className="grid grid-cols-2 content-start gap-4 text-sm md:grid-cols-1">
            <div className="col-span-full">
              <dt className="mb-1 text-[13px] text-pencil">Color</dt>
              <dd>
                <ColourBadge colour={mockup.colour} />
              </dd>
            </div>
            {facts.map(([name, value]) => (
              <div key={name}>
                <dt className="text-[13px] text-pencil">{name}</dt>
                <dd className="font-medium text-balance">{value}</dd>
              </div>
            ))}
          </dl>
        </div>
      </DialogContent>
    </Dialog>
  )
}

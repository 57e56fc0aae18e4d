import { Link } from '@tanstack/react-router'
import { WandSparkles } from 'lucide-react'
import type { DesignWire } from '@printroom/contract/wire'
import { Button } from '~/components/button.tsx'
import { Dialog, DialogContent } from '~/components/dialog.tsx'
import { formatBytes, formatNumber } from '~/lib/format.ts'

export default function DesignPreviewDialog({ design, onClose }: { design: DesignWire; onClose: () => void }) {
  const { width, height, filename } = design
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title={filename}
        note={`${formatNumber(width)} × ${formatNumber(height)} pixels · ${formatBytes(design.file_size)}`}
        className="max-w-2xl"
        footer={
          <Button asChild>
            <Link to="/generate" search={{ designId: design.id }}>
              <WandSparkles /> Generate Mockup
            </Link>
          </Button>
        }
      >
        <div className="light-table rounded-lg">
          <img
            src={design.file_url}
            alt={filename}
            width={width}
            height={height}
            className="mx-auto max-h-[58svh] w-auto object-contain p-4"
          />
        </div>
      </DialogContent>
    </Dialog>
  )
}

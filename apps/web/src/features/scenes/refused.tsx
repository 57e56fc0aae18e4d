import { RotateCw } from 'lucide-react'
import { SCENE, type SceneWire } from '@printroom/contract/scenes'
import { Button } from '~/components/button.tsx'
import { Card, CardTitle } from '~/components/card.tsx'
import type { OpenDialog } from '~/features/scenes/scene-dialogs.tsx'

/** Why nothing came of a photograph, and what to do next. */
export function Refused({ scene, onOpen }: { scene: SceneWire; onOpen: (open: OpenDialog) => void }) {
  return (
    <Card>
      <CardTitle>{scene.status === 'refused' ? 'This file cannot be used' : 'Measuring failed'}</CardTitle>
      <p role="alert" className="mt-2 max-w-[60ch]">
        {scene.refusal?.sentence ?? SCENE.failed}
      </p>
      <p className="mt-2 text-sm text-pencil">Nothing was charged, and the file is not kept.</p>
      <div className="mt-5 flex flex-wrap gap-2">
        <Button onClick={() => onOpen({ dialog: 'upload', scene })}>
          <RotateCw /> Try another photograph
        </Button>
        <Button variant="secondary" onClick={() => onOpen({ dialog: 'advice' })}>
          How to photograph it
        </Button>
      </div>
    </Card>
  )
}

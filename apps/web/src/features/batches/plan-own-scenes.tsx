import type { Product, Side } from '@printroom/contract/catalogue'
import { CheckCard } from '~/components/choice-card.tsx'
import type { OwnScene } from '~/features/batches/plan.ts'
import { ScenePicture } from '~/features/scenes/scene-picture.tsx'
import { useScenes } from '~/features/scenes/use-scenes.ts'

type PlanOwnScenesProps = {
  product: Product
  own: readonly OwnScene[]
  onChange: (own: readonly OwnScene[]) => void
}

/** The seller's own scenes of a product; nothing where there is none. */
export function PlanOwnScenes({ product, own, onChange }: PlanOwnScenesProps) {
  const { scenes = [] } = useScenes()
  const offered = scenes.filter((scene) => scene.status === 'ready' && scene.product === product)
  if (offered.length === 0) return null
  const isChosen = (id: string) => own.some((scene) => scene.id === id)
  const toggle = (id: string, side: string): void =>
    onChange(isChosen(id) ? own.filter((scene) => scene.id !== id) : [...own, { id, side: side as Side }])
  return (
    <fieldset className="mt-5">
      <legend className="text-[13px] font-medium">My scenes</legend>
      <div className="grid grid-cols-4 gap-2 pt-2 sm:grid-cols-5 xl:grid-cols-6">
        {offered.map((scene) => (
          <CheckCard
            key={scene.id}
            label={scene.report?.recolours ? scene.name : `${scene.name}, white only`}
            isChecked={isChosen(scene.id)}
            onToggle={() => toggle(scene.id, scene.side)}
            className="p-1.5"
          >
            <ScenePicture scene={scene} isCard className="rounded-md" />
            <span className="mt-1 line-clamp-2 px-0.5 text-[11px] break-words leading-snug sm:text-xs">
              {scene.name}
            </span>
            {!scene.report?.recolours && (
              <span className="block px-0.5 text-[11px] leading-snug text-pencil sm:text-xs">White only</span>
            )}
          </CheckCard>
        ))}
      </div>
    </fieldset>
  )
}

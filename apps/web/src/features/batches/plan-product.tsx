import type { ReactNode } from 'react'
import { Trash2 } from 'lucide-react'
import { DESIGN_SIZES, FRONT, baseModelsFor, facesOf, labelOf, sizeNoteOf } from '@printroom/contract/catalogue'
import { coloursFor } from '@printroom/contract/colours'
import { placesFor } from '@printroom/contract/placement'
import type { Pack } from '@printroom/contract/packs'
import { Button } from '~/components/button.tsx'
import { ChoiceCard, ChoiceGroup } from '~/components/choice-card.tsx'
import { Select } from '~/components/select.tsx'
import { PlanOwnScenes } from '~/features/batches/plan-own-scenes.tsx'
import { PlanPackPictures } from '~/features/batches/plan-pack-pictures.tsx'
import { PlanScenes } from '~/features/batches/plan-scenes.tsx'
import { PlanSection } from '~/features/batches/plan-section.tsx'
import { plannedPlace, sceneCount, sideOfScene, type PlannedProduct } from '~/features/batches/plan.ts'
import { ColourGrid } from '~/features/catalogue/colour-grid.tsx'
import { colourName } from '~/features/catalogue/colour-name.ts'
import { countOf } from '~/lib/format.ts'

type PlanProductProps = {
  planned: PlannedProduct
  /** The pack that chose its scenes. */
  pack: Pack | null
  onChange: (change: Partial<PlannedProduct>) => void
  onRemove: () => void
}

/** One product of the plan: its base model, colours, scenes and the size of the print. */
export function PlanProduct({ planned, pack, onChange, onRemove }: PlanProductProps) {
  const { product, baseModel, colours, scenes, own = [], size } = planned
  const scenesInAll = sceneCount(planned)
  const sides = facesOf(product).filter(
    ({ id }) => [...scenes, ...own].some((scene) => sideOfScene(scene) === id) || (id === FRONT && scenesInAll === 0),
  )
  const models = baseModelsFor(product)
  const offered = coloursFor(product, baseModel)
  const notOffered = colours.filter((colour) => !offered.some(({ value }) => value === colour))
  const toggle = (colour: string): void =>
    onChange({ colours: colours.includes(colour) ? colours.filter((each) => each !== colour) : [...colours, colour] })
  return (
    <PlanSection
      title={labelOf(product)}
      note={`${countOf(colours.length, 'color')} in ${countOf(scenesInAll, 'scene')}: ${countOf(colours.length * scenesInAll, 'mockup')} a design.`}
      action={
        <Button variant="ghost" size="sm" aria-label={`Remove ${labelOf(product)}`} onClick={onRemove}>
          <Trash2 /> Remove
        </Button>
      }
    >
      <div className="space-y-6">
        {models.length > 0 && (
          <Part title="Base model">
            <ChoiceGroup
              label="Base model"
              value={baseModel}
              onChange={(value) => onChange({ baseModel: models.find((model) => model === value) ?? null })}
              className="grid-cols-2 gap-2 xl:grid-cols-4"
            >
              {models.map((model) => (
                <ChoiceCard key={model} value={model} className="px-3 py-2 text-[13px] font-medium">
                  {labelOf(model)}
                </ChoiceCard>
              ))}
            </ChoiceGroup>
          </Part>
        )}
        <Part title="Colors">
          <ColourGrid colours={offered} chosen={colours} onToggle={toggle} isMultiple />
          {notOffered.length > 0 && (
            <p role="status" className="mt-2 text-[13px] text-alarm">
              {baseModel ? labelOf(baseModel) : labelOf(product)} does not come in{' '}
              {notOffered.map((colour) => colourName(colour).label).join(', ')}.{' '}
              <Button
                variant="link"
                size="sm"
                className="h-auto px-0"
                onClick={() => onChange({ colours: colours.filter((colour) => !notOffered.includes(colour)) })}
              >
                Leave {notOffered.length === 1 ? 'it' : 'them'} out
              </Button>
            </p>
          )}
        </Part>
        <Part title={pack ? pack.name : 'Scenes'}>
          {pack ? (
            <PlanPackPictures pack={pack} product={product} />
          ) : (
            <PlanScenes product={product} scenes={scenes} onChange={(next) => onChange({ scenes: next })} />
          )}
          <PlanOwnScenes product={product} own={own} onChange={(next) => onChange({ own: next })} />
        </Part>
        <Part title="Design size">
          <ChoiceGroup
            label="Design size"
            value={size}
            onChange={(value) => onChange({ size: DESIGN_SIZES.find((each) => each === value) ?? size })}
            className="grid-cols-3 gap-2"
          >
            {DESIGN_SIZES.map((each) => (
              <ChoiceCard key={each} value={each} className="px-3 py-2 text-[13px]">
                <span className="font-medium">{labelOf(each)}</span>
                <span className="text-pencil">{sizeNoteOf(product, each)}</span>
              </ChoiceCard>
            ))}
          </ChoiceGroup>
          <p className="mt-1.5 text-[13px] text-pencil">Narrower where a design is too high for the print area.</p>
          <div className="mt-3 grid gap-3 sm:grid-cols-2 sm:max-w-lg">
            {sides.map(({ id: side, name }) => (
              <Select
                key={side}
                label={sides.length > 1 ? `Placement, ${name}` : 'Placement'}
                isLabelled
                value={plannedPlace(planned, side) ?? ''}
                onChange={(value) =>
                  onChange(
                    side === FRONT
                      ? { place: value || null }
                      : { placesOfSides: { ...planned.placesOfSides, [side]: value || null } },
                  )
                }
              >
                <option value="">As the size says</option>
                {placesFor(product, side).map((place) => (
                  <option key={place.id} value={place.id}>
                    {place.name}
                  </option>
                ))}
              </Select>
            ))}
          </div>
        </Part>
      </div>
    </PlanSection>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title}>
    <h3 className="mb-2 text-sm font-semibold">{title}</h3>
    {children}
  </section>
)

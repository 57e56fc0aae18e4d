import {
  GENDERS,
  backgroundsFor,
  labelOf,
  needsGender,
  stylesFor,
  type Gender,
  type ModelStyle,
  type Product,
} from '@printroom/contract/catalogue'
import { useState } from 'react'
import { CheckCard } from '~/components/choice-card.tsx'
import { setPeople, toggleScene, type PlannedScene } from '~/features/batches/plan.ts'
import { Blank } from '~/features/catalogue/blank.tsx'
import { cn } from '~/lib/cn.ts'

type PlanScenesProps = {
  product: Product
  scenes: readonly PlannedScene[]
  onChange: (scenes: readonly PlannedScene[]) => void
}

/** Every style of a product with its backgrounds; where a person is in the picture, who. */
export const PlanScenes = ({ product, scenes, onChange }: PlanScenesProps) => (
  <div className="space-y-5">
    {stylesFor(product).map((style) => (
      <StyleScenes key={style} product={product} style={style} scenes={scenes} onChange={onChange} />
    ))}
  </div>
)

function StyleScenes({ product, style, scenes, onChange }: PlanScenesProps & { style: ModelStyle }) {
  const own = scenes.filter((scene) => scene.style === style)
  const inUse = GENDERS.filter((gender) => own.some((scene) => scene.gender === gender))
  const [wanted, setWanted] = useState<readonly Gender[]>(inUse.length > 0 ? inUse : ['woman'])
  const togglePerson = (gender: Gender): void => {
    const next = GENDERS.filter((each) => (each === gender ? !wanted.includes(each) : wanted.includes(each)))
    if (next.length === 0) return
    setWanted(next)
    onChange(setPeople(scenes, style, next))
  }
  return (
    <fieldset>
      <legend className="float-left text-[13px] font-medium">{labelOf(style)}</legend>
      {needsGender(product, style) && (
        <div role="group" aria-label={`Who wears it, ${labelOf(style)}`} className="float-right flex gap-1">
          {GENDERS.map((gender) => (
            <button
              key={gender}
              type="button"
              aria-pressed={wanted.includes(gender)}
              onClick={() => togglePerson(gender)}
              className={cn(
                'h-7 rounded-full border px-3 text-xs font-medium transition-colors duration-150 hover:border-edge',
                wanted.includes(gender) ? 'border-cyan bg-cyan-wash text-cyan-deep' : 'bg-sheet text-pencil',
              )}
            >
              {labelOf(gender)}
            </button>
          ))}
        </div>
      )}
      <div className="clear-both grid grid-cols-4 gap-2 pt-2 sm:grid-cols-5 xl:grid-cols-6">
        {backgroundsFor(product, style).map((background) => (
          <CheckCard
            key={background}
            label={`${labelOf(style)}, ${labelOf(background)}`}
            isChecked={own.some((scene) => scene.background === background)}
            onToggle={() => onChange(toggleScene(scenes, product, { style, background }, wanted))}
            className="p-1.5"
          >
            <Blank product={product} style={style} background={background} />
            <span className="mt-1 block px-0.5 text-[11px] leading-snug sm:text-xs">{labelOf(background)}</span>
          </CheckCard>
        ))}
      </div>
    </fieldset>
  )
}

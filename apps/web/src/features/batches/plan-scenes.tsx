import {
  FRONT,
  GENDERS,
  backgroundsFor,
  labelOf,
  needsGender,
  stylesFor,
  type ModelStyle,
  type Product,
} from '@printroom/contract/catalogue'
import { hasSide, sidesFor } from '@printroom/contract/sides'
import { useState } from 'react'
import { CheckCard } from '~/components/choice-card.tsx'
import { setShown, sideOfScene, toggleScene, type PlannedScene, type Shown } from '~/features/batches/plan.ts'
import { Blank } from '~/features/catalogue/blank.tsx'
import { cn } from '~/lib/cn.ts'

type PlanScenesProps = {
  product: Product
  scenes: readonly PlannedScene[]
  onChange: (scenes: readonly PlannedScene[]) => void
}

/** Every style of a product with its backgrounds; where a person is in the picture, who, and where there are photographs of several sides, which. */
export const PlanScenes = ({ product, scenes, onChange }: PlanScenesProps) => (
  <div className="space-y-5">
    {stylesFor(product).map((style) => (
      <StyleScenes key={style} product={product} style={style} scenes={scenes} onChange={onChange} />
    ))}
  </div>
)

function StyleScenes({ product, style, scenes, onChange }: PlanScenesProps & { style: ModelStyle }) {
  const own = scenes.filter((scene) => scene.style === style)
  const sides = sidesFor({ product, style })
  const inUse = {
    genders: GENDERS.filter((gender) => own.some((scene) => scene.gender === gender)),
    sides: sides.map(({ id }) => id).filter((id) => own.some((scene) => sideOfScene(scene) === id)),
  }
  const [shown, setShownHere] = useState<Shown>({
    genders: inUse.genders.length > 0 ? inUse.genders : ['woman'],
    sides: inUse.sides.length > 0 ? inUse.sides : [FRONT],
  })
  const people = needsGender(product, style) ? shown.genders : [null]
  const offered = sides.filter(({ id }) => people.some((gender) => hasSide({ product, style, gender }, id)))
  const change = (next: Shown): void => {
    if (next.genders.length === 0 || next.sides.length === 0) return
    setShownHere(next)
    onChange(setShown(scenes, product, style, next))
  }
  return (
    <fieldset>
      <legend className="float-left text-[13px] font-medium">{labelOf(style)}</legend>
      <div className="float-right flex flex-wrap justify-end gap-x-3 gap-y-1">
        {offered.length > 1 && (
          <Pills
            label={`Sides, ${labelOf(style)}`}
            options={offered}
            chosen={shown.sides}
            onChange={(next) => change({ ...shown, sides: next })}
          />
        )}
        {needsGender(product, style) && (
          <Pills
            label={`Who wears it, ${labelOf(style)}`}
            options={GENDERS.map((id) => ({ id, name: labelOf(id) }))}
            chosen={shown.genders}
            onChange={(next) => change({ ...shown, genders: next })}
          />
        )}
      </div>
      <div className="clear-both grid grid-cols-4 gap-2 pt-2 sm:grid-cols-5 xl:grid-cols-6">
        {backgroundsFor(product, style).map((background) => (
          <CheckCard
            key={background}
            label={`${labelOf(style)}, ${labelOf(background)}`}
            isChecked={own.some((scene) => scene.background === background)}
            onToggle={() => onChange(toggleScene(scenes, product, { style, background }, shown))}
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

type PillsProps<Value extends string> = {
  label: string
  options: readonly { id: Value; name: string }[]
  chosen: readonly Value[]
  onChange: (chosen: Value[]) => void
}

/** A few of which several may be chosen, in their own order. */
const Pills = <Value extends string>({ label, options, chosen, onChange }: PillsProps<Value>) => (
  <div role="group" aria-label={label} className="flex gap-1">
    {options.map(({ id, name }) => (
      <button
        key={id}
        type="button"
        aria-pressed={chosen.includes(id)}
        onClick={() =>
          onChange(options.map((each) => each.id).filter((each) => (each === id) !== chosen.includes(each)))
        }
        className={cn(
          'h-7 rounded-full border px-3 text-xs font-medium transition-colors duration-150 hover:border-edge',
          chosen.includes(id) ? 'border-cyan bg-cyan-wash text-cyan-deep' : 'bg-sheet text-pencil',
        )}
      >
        {name}
      </button>
    ))}
  </div>
)

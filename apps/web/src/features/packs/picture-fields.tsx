import { useId } from 'react'
import { ArrowDown, ArrowUp, Plus, Trash2, X } from 'lucide-react'
import { FRONT, GENDERS, labelOf, type Gender, type Side } from '@printroom/contract/catalogue'
import { PACK_MAX_SCENES, PACK_SIDES } from '@printroom/contract/limits'
import type { PackPicture as Pictured, PackScene } from '@printroom/contract/packs'
import { CROPS, type Crop } from '@printroom/contract/presets'
import { SHOPS, type Shop } from '@printroom/contract/shops'
import { Button } from '~/components/button.tsx'
import { Card } from '~/components/card.tsx'
import { Input } from '~/components/input.tsx'
import { Select } from '~/components/select.tsx'
import { SCENES, isWorn, sceneOf, sidesOf, sizeFor, wordOf } from '~/features/packs/draft.ts'
import { PackPicture } from '~/features/packs/pack-picture.tsx'

const NO_SHOP = 'none'

type PictureFieldsProps = {
  picture: Pictured
  /** Its place, from 0. */
  at: number
  count: number
  onChange: (change: Partial<Pictured>) => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

/** One picture of a pack: its scene with stand-ins, its crop, and whose size it has. */
export function PictureFields({ picture, at, count, onChange, onMove, onRemove }: PictureFieldsProps) {
  const { scenes, crop, width, height, shop } = picture
  const number = at + 1
  const setScene = (place: number, scene: PackScene): void =>
    onChange({ scenes: scenes.map((each, other) => (other === place ? scene : each)) })
  const setShop = (value: string): void => onChange(value === NO_SHOP ? { shop: null } : sizeFor(value as Shop))
  return (
    <Card className="p-4 sm:p-4">
      <fieldset className="grid gap-4 sm:grid-cols-[96px_minmax(0,1fr)]">
        <legend className="sr-only">Picture {number}</legend>
        <PackPicture picture={picture} className="w-24" />
        <div className="min-w-0 space-y-3">
          <div className="flex items-center justify-between gap-2">
            <p className="text-sm font-semibold">{at === 0 ? '1, the main picture' : number}</p>
            <span className="flex gap-1">
              <Button
                variant="ghost"
                size="icon-sm"
                aria-label={`Move picture ${number} up`}
                disabled={at === 0}
                onClick={() => onMove(-1)}
              >
                <ArrowUp />
              </Button>
              <Button
                variant="ghost"
                size="icon-sm"
                aria-label={`Move picture ${number} down`}
                disabled={number === count}
                onClick={() => onMove(1)}
              >
                <ArrowDown />
              </Button>
              <Button
                variant="ghost"
                size="icon-sm"
                aria-label={`Remove picture ${number}`}
                disabled={count === 1}
                onClick={onRemove}
              >
                <Trash2 />
              </Button>
            </span>
          </div>
          {scenes.map((scene, place) => (
            <div
              // A scene has no name of its own but its place in the order.
              // oxlint-disable-next-line react/no-array-index-key
              key={place}
              className="flex items-end gap-2"
            >
              <div className="flex min-w-0 flex-1 flex-wrap gap-2">
                <Select
                  isLabelled
                  label={place === 0 ? 'Scene' : 'Else, for products without it'}
                  value={wordOf(scene)}
                  onChange={(word) => setScene(place, sceneOf(word, scene))}
                  className="min-w-0 flex-[1_1_11rem]"
                >
                  {SCENES.map(({ style, backgrounds }) => (
                    <optgroup key={style} label={labelOf(style)}>
                      {backgrounds.map((background) => (
                        <option key={background} value={wordOf({ style, background })}>
                          {labelOf(style)}, {labelOf(background)}
                        </option>
                      ))}
                    </optgroup>
                  ))}
                </Select>
                {isWorn(scene.style) && (
                  <Select
                    isLabelled
                    label="Who"
                    value={scene.gender ?? 'woman'}
                    onChange={(gender) => setScene(place, { ...scene, gender: gender as Gender })}
                  >
                    {GENDERS.map((gender) => (
                      <option key={gender} value={gender}>
                        {labelOf(gender)}
                      </option>
                    ))}
                  </Select>
                )}
                {sidesOf(scene).length > 1 && (
                  <Select
                    isLabelled
                    label="Side"
                    value={scene.side ?? FRONT}
                    onChange={(side) =>
                      setScene(
                        place,
                        sceneOf(wordOf(scene), { gender: scene.gender, side: side === FRONT ? null : (side as Side) }),
                      )
                    }
                  >
                    {sidesOf(scene).map(({ id, name }) => (
                      <option key={id} value={id}>
                        {name}
                      </option>
                    ))}
                  </Select>
                )}
              </div>
              {place > 0 && (
                <Button
                  variant="ghost"
                  size="icon-sm"
                  aria-label={`Remove this scene of picture ${number}`}
                  onClick={() => onChange({ scenes: scenes.filter((_, other) => other !== place) })}
                >
                  <X />
                </Button>
              )}
            </div>
          ))}
          {scenes.length < PACK_MAX_SCENES && (
            <Button
              variant="link"
              size="sm"
              className="h-auto px-0"
              onClick={() => onChange({ scenes: [...scenes, sceneOf('studio-product/white-studio')] })}
            >
              <Plus /> A scene for products without it
            </Button>
          )}
          <div className="grid grid-cols-2 gap-2 lg:grid-cols-4">
            <Select isLabelled label="Shows" value={crop} onChange={(value) => onChange({ crop: value as Crop })}>
              {Object.entries(CROPS).map(([value, { label }]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
            <Select isLabelled label="Shop" value={shop ?? NO_SHOP} onChange={setShop}>
              <option value={NO_SHOP}>No shop’s rules</option>
              {Object.entries(SHOPS).map(([value, { label }]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
            <Pixels label="Width" value={width} onChange={(side) => onChange({ width: side })} />
            <Pixels label="Height" value={height} onChange={(side) => onChange({ height: side })} />
          </div>
        </div>
      </fieldset>
    </Card>
  )
}

type PixelsProps = { label: string; value: number; onChange: (value: number) => void }

/** A side in pixels. */
function Pixels({ label, value, onChange }: PixelsProps) {
  const id = useId()
  return (
    <span className="block min-w-0">
      <label htmlFor={id} className="mb-1 block text-[13px] text-pencil">
        {label}, px
      </label>
      <Input
        id={id}
        type="number"
        inputMode="numeric"
        min={PACK_SIDES.least}
        max={PACK_SIDES.most}
        value={Number.isNaN(value) ? '' : value}
        onChange={(event) => onChange(event.target.valueAsNumber)}
        className="h-9 sm:h-8 sm:text-[13px]"
      />
    </span>
  )
}

import { VARIATION_OPTIONS, type VariationCount } from '@printroom/contract/limits'
import { ChoiceCard, ChoiceGroup } from '~/components/choice-card.tsx'
import { countOf } from '~/lib/format.ts'

type VariationPickerProps = { value: VariationCount; isDisabled: boolean; onChange: (count: VariationCount) => void }

export function VariationPicker({ value, isDisabled, onChange }: VariationPickerProps) {
  return (
    <section>
      <h3 className="text-[15px] font-semibold">Variations</h3>
      <p className="text-sm text-pencil">Same choices, each a picture of its own.</p>
      <ChoiceGroup
        label="Variations"
        value={String(value)}
        onChange={(next) => onChange(Number(next) as VariationCount)}
        className="mt-3 grid-cols-3"
      >
        {VARIATION_OPTIONS.map((count) => (
          <ChoiceCard key={count} value={String(count)} isDisabled={isDisabled} className="px-3 py-2.5 text-center">
            <span className="block font-display text-xl font-medium tabular-nums">{count}</span>
            <span className="block text-[13px] text-pencil">{countOf(count, 'credit')}</span>
          </ChoiceCard>
        ))}
      </ChoiceGroup>
    </section>
  )
}

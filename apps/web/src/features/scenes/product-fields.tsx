import { FRONT, PRODUCTS, facesOf, labelOf, type Product, type Side } from '@printroom/contract/catalogue'
import { Select } from '~/components/select.tsx'

/** A product and the side of it that bears the calibration print. */
export type Printed = { product: Product; side: Side }

const [first] = PRODUCTS as readonly [Product, ...Product[]]
export const FIRST_PRINTED: Printed = { product: first, side: FRONT }

export function ProductFields({ value, onChange }: { value: Printed; onChange: (value: Printed) => void }) {
  const { product, side } = value
  const sides = facesOf(product)
  return (
    <div className="grid grid-cols-2 gap-3">
      <Select
        label="Product"
        isLabelled
        value={product}
        onChange={(next) => onChange({ product: next as Product, side: FRONT })}
      >
        {PRODUCTS.map((each) => (
          <option key={each} value={each}>
            {labelOf(each)}
          </option>
        ))}
      </Select>
      <Select label="Side" isLabelled value={side} onChange={(next) => onChange({ product, side: next as Side })}>
        {sides.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </div>
  )
}

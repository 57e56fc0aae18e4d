import { Suspense, lazy } from 'react'
import { PRODUCTS, labelOf } from '@printroom/contract/catalogue'
import { Skeleton } from '~/components/skeleton.tsx'
import { changePlan } from '~/features/batches/plan-store.ts'
import { newProduct, type Plan, type PlannedProduct } from '~/features/batches/plan.ts'
import { PlanSection } from '~/features/batches/plan-section.tsx'
import { Blank } from '~/features/catalogue/blank.tsx'
import { usePacks } from '~/features/packs/use-packs.ts'
import { randomId } from '~/lib/random-id.ts'

/** A plan begins without any. */
const PlanProduct = lazy(async () => ({ default: (await import('~/features/batches/plan-product.tsx')).PlanProduct }))

export function PlanProducts({ plan }: { plan: Plan }) {
  const { products, packId } = plan
  const { packs } = usePacks()
  const pack = packs?.find(({ id }) => id === packId) ?? null
  const change = (id: string, made: Partial<PlannedProduct>): void =>
    changePlan({ products: products.map((each) => (each.id === id ? { ...each, ...made } : each)) })
  return (
    <>
      {products.map((planned) => (
        <Suspense key={planned.id} fallback={<Skeleton className="h-96" />}>
          <PlanProduct
            planned={planned}
            pack={pack}
            onChange={(made) => change(planned.id, made)}
            onRemove={() => changePlan({ products: products.filter(({ id }) => id !== planned.id) })}
          />
        </Suspense>
      ))}
      <PlanSection
        title={products.length === 0 ? 'Products' : 'Another product'}
        note="Each with its own colors and scenes. Add a product again for another base model."
      >
        <div className="grid grid-cols-3 gap-2 sm:grid-cols-5">
          {PRODUCTS.map((product) => (
            <button
              key={product}
              type="button"
              aria-label={`Add ${labelOf(product)}`}
              onClick={() => changePlan({ products: [...products, newProduct(randomId(), product, plan, pack)] })}
              className="rounded-lg border bg-sheet p-1.5 text-center text-[13px] font-medium transition-colors duration-150 hover:border-edge hover:bg-shade"
            >
              <Blank product={product} />
              <span className="mt-1.5 block">{labelOf(product)}</span>
            </button>
          ))}
        </div>
      </PlanSection>
    </>
  )
}

import { useState, type ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import { labelOf, type Product } from '@printroom/contract/catalogue'
import { coloursFor } from '@printroom/contract/colours'
import { ChoiceCard, ChoiceGroup } from '~/components/choice-card.tsx'
import { blankPicture } from '~/features/catalogue/blanks.ts'
import { ColourGrid } from '~/features/catalogue/colour-grid.tsx'
import { colourName } from '~/features/catalogue/colour-name.ts'
import { ProductSketch } from '~/features/catalogue/product-sketch.tsx'
import { DESIGNS } from '~/features/examples/designs.ts'
import { MadeHere } from '~/features/examples/made-here.tsx'
import { SCENES } from '~/features/examples/scenes.ts'
import { baseModelOf, openingShowcase, requestOf, withProduct } from '~/features/examples/showcase.ts'
import { Doors } from '~/features/layout/doors.tsx'
import { SiteFooter } from '~/features/layout/site-footer.tsx'
import { SiteHeader } from '~/features/layout/site-header.tsx'
import { PreviewCanvas } from '~/features/preview/preview-canvas.tsx'

const CHIPS = 'flex flex-wrap gap-2'
const CHIP = 'px-3 py-2 text-sm font-medium'

/** Our own designs on what we photograph: a visitor changes any of it and sees it at once. */
export function ExamplesPage() {
  const [showcase, setShowcase] = useState(openingShowcase)
  const { design, product, colour, scene } = showcase
  const request = requestOf(showcase)
  const name = `${design.name} on a ${colourName(colour).label} ${labelOf(product)}`
  return (
    <>
      <SiteHeader>
        <Doors />
      </SiteHeader>
      <main id="main" tabIndex={-1} className="mx-auto max-w-[1200px] px-4 pt-8 pb-20 outline-none sm:px-6 sm:pt-12">
        <h1 className="font-display text-4xl font-medium tracking-[-0.02em] sm:text-5xl">Try it on</h1>
        <p className="mt-3 max-w-[58ch] text-pencil">
          Four designs of our own on everything our studio has photographed. Your browser draws this with the program
          that makes the mockups; yours come at 2048 × 2048 pixels and without the watermark.{' '}
          <Link to="/try" className="font-medium text-cyan underline-offset-4 hover:underline">
            Try a design of your own
          </Link>
          .
        </p>
        <div className="mt-8 grid items-start gap-6 lg:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)] lg:gap-10">
          <figure className="lg:sticky lg:top-20">
            <PreviewCanvas
              request={request}
              label={name}
              waiting={blankPicture(product, scene.style, scene.background)}
              instead={
                <ProductSketch
                  product={product}
                  colour={request.colour.hex}
                  design={design.src}
                  size="large"
                  className="w-4/5"
                />
              }
            >
              {({ state }) => (
                <figcaption className="mt-2 flex flex-wrap justify-between gap-x-4 text-[13px] text-pencil">
                  <span className="font-medium text-ink">{name}</span>
                  <span role="status">
                    {state === 'failed'
                      ? 'The preview could not be drawn: this is a sketch'
                      : labelOf(scene.background)}
                  </span>
                </figcaption>
              )}
            </PreviewCanvas>
          </figure>
          <div className="space-y-7">
            <Part title="Design">
              <ChoiceGroup
                label="Design"
                value={design.name}
                onChange={(value) =>
                  setShowcase({ ...showcase, design: DESIGNS.find((each) => each.name === value) ?? design })
                }
                className="grid-cols-4 gap-2"
              >
                {DESIGNS.map((each) => (
                  <ChoiceCard
                    key={each.name}
                    value={each.name}
                    label={`${each.name}, ${each.style}`}
                    className="px-1 py-2 text-center sm:px-2"
                  >
                    <img
                      src={each.src}
                      alt=""
                      width={120}
                      height={120}
                      className="aspect-square w-full object-contain max-sm:px-1"
                    />
                    <span className="mt-1.5 block truncate text-[12px] text-pencil">{each.style}</span>
                  </ChoiceCard>
                ))}
              </ChoiceGroup>
            </Part>
            <Part title="Product">
              <ChoiceGroup
                label="Product"
                value={product}
                onChange={(value) => setShowcase(withProduct(showcase, value as Product))}
                className={CHIPS}
              >
                {[...SCENES.keys()].map((each) => (
                  <ChoiceCard key={each} value={each} className={CHIP}>
                    {labelOf(each)}
                  </ChoiceCard>
                ))}
              </ChoiceGroup>
            </Part>
            <Part title="Background">
              <ChoiceGroup
                label="Background"
                value={`${scene.style} ${scene.background}`}
                onChange={(value) =>
                  setShowcase({
                    ...showcase,
                    scene: SCENES.get(product)?.find((each) => `${each.style} ${each.background}` === value) ?? scene,
                  })
                }
                className={CHIPS}
              >
                {SCENES.get(product)?.map(({ style, background }) => (
                  <ChoiceCard key={`${style} ${background}`} value={`${style} ${background}`} className={CHIP}>
                    {labelOf(background)}
                    <span className="block text-[12px] font-normal text-pencil">{labelOf(style)}</span>
                  </ChoiceCard>
                ))}
              </ChoiceGroup>
            </Part>
            <Part title="Color">
              <ColourGrid
                colours={coloursFor(product, baseModelOf(product))}
                chosen={[colour]}
                onToggle={(value) => setShowcase((now) => ({ ...now, colour: value }))}
              />
            </Part>
          </div>
        </div>
        <MadeHere />
      </main>
      <SiteFooter />
    </>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h2 className="mb-2.5 text-sm font-semibold">{title}</h2>
    {children}
  </section>
)

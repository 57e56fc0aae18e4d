import { ALL_PRODUCTS_IN_WORDS } from '@printroom/contract/catalogue'
import { Layers, Sparkles, Timer } from 'lucide-react'

const BENEFITS = [
  {
    icon: Sparkles,
    title: 'Professional quality',
    text: 'Your design is printed into the light, folds and glaze of the picture, never redrawn. Colors stay as you made them.',
  },
  {
    icon: Layers,
    title: 'Multiple products',
    text: `One design on ${ALL_PRODUCTS_IN_WORDS}, in about 250 colors of the makers you order from.`,
  },
  {
    icon: Timer,
    title: 'Save time and money',
    text: 'No samples, no studio, no waiting for the post. A mockup costs one credit, and one that fails costs none.',
  },
]

export const Sellers = () => (
  <section className="border-t bg-sheet">
    <div className="mx-auto max-w-[1200px] px-4 py-16 sm:px-6">
      <h2 className="font-display text-3xl font-medium tracking-[-0.015em]">Built for print-on-demand sellers</h2>
      <div className="mt-8 grid gap-8 md:grid-cols-3">
        {BENEFITS.map(({ icon: Icon, title, text }) => (
          <div key={title}>
            <Icon aria-hidden="true" strokeWidth={1.5} className="size-6 text-cyan" />
            <h3 className="mt-3 text-lg font-semibold">{title}</h3>
            <p className="mt-1 max-w-[44ch] text-pencil">{text}</p>
          </div>
        ))}
      </div>
    </div>
  </section>
)

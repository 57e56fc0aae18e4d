import { Download } from 'lucide-react'
import { STEP_PICTURES } from '~/features/landing/pictures.ts'

const STEPS = [
  {
    title: 'Upload Your Design',
    text: 'A PNG of up to 10 MB. Transparent backgrounds stay transparent.',
    Scene: Upload,
  },
  {
    title: 'Generate Mockups',
    text: (
      <>
        Choose product, color, style and background. One, four or eight pictures at once, in{' '}
        <span className="whitespace-nowrap">30-60 seconds</span>.
      </>
    ),
    Scene: Make,
  },
  {
    title: 'Download & Use',
    text: 'High-resolution pictures, one by one or all together as a zip, ready for your listing.',
    Scene: Take,
  },
]

const TABLE = 'grid h-48 place-items-center overflow-hidden rounded-lg border bg-paper'
const TILE = 'rounded-md outline-1 -outline-offset-1 outline-picture-edge'

export const HowItWorks = () => (
  <section className="border-y bg-sheet">
    <div className="mx-auto max-w-[1200px] px-4 py-16 sm:px-6">
      <h2 className="font-display text-3xl font-medium tracking-[-0.015em]">How It Works</h2>
      <ol className="mt-8 grid gap-10 md:grid-cols-3 md:gap-8">
        {STEPS.map(({ title, text, Scene }, at) => (
          <li key={title}>
            <Scene />
            <h3 className="mt-4 flex items-baseline gap-2.5 text-lg font-semibold">
              <span className="font-display text-2xl font-medium text-cyan tabular-nums">{at + 1}</span>
              {title}
            </h3>
            <p className="mt-1 max-w-[42ch] text-pretty text-pencil">{text}</p>
          </li>
        ))}
      </ol>
    </div>
  </section>
)

function Upload() {
  return (
    <div aria-hidden="true" className={TABLE}>
      <span className="grid size-36 place-items-center rounded-lg border border-dashed border-edge">
        <span className="light-table rounded-md p-2">
          <img src={STEP_PICTURES.design} alt="" width={96} height={96} loading="lazy" className="size-24" />
        </span>
      </span>
    </div>
  )
}

function Make() {
  return (
    <div aria-hidden="true" className={TABLE}>
      <span className="grid grid-cols-4 gap-2 px-4 md:grid-cols-2 lg:grid-cols-4">
        {STEP_PICTURES.made.map((src) => (
          <img
            key={src}
            src={src}
            alt=""
            width={88}
            height={88}
            loading="lazy"
            className={`${TILE} size-[76px] object-cover`}
          />
        ))}
      </span>
    </div>
  )
}

function Take() {
  return (
    <div aria-hidden="true" className={TABLE}>
      <span className="relative mt-2 flex items-end">
        {STEP_PICTURES.made.slice(0, 3).map((src, at) => (
          <img
            key={src}
            src={src}
            alt=""
            width={96}
            height={96}
            loading="lazy"
            className={`${TILE} size-24 object-cover shadow-lift md:max-lg:size-16 ${FAN[at]}`}
          />
        ))}
        <span className="absolute -right-5 -bottom-4 z-20 flex md:max-lg:right-0 items-center gap-1.5 rounded-md bg-cyan px-2.5 py-1.5 text-[13px] font-medium text-on-cyan shadow-lift">
          <Download className="size-4" /> mockups.zip
        </span>
      </span>
    </div>
  )
}

const FAN = ['-rotate-6 translate-x-6', 'z-10', 'rotate-6 -translate-x-6']

const STEPS = [
  ['Upload Your Design', 'A PNG of up to 10 MB. Transparent backgrounds stay transparent.'],
  ['Generate Mockups', 'Choose product, color, style and background. One, four or eight pictures at once, in 30-60 seconds.'],
  ['Download & Use', 'High-resolution pictures, one by one or all together as a zip, ready for your listing.'],
]

export const HowItWorks = () => (
  <section className="border-y bg-sheet">
    <div className="mx-auto max-w-[1200px] px-4 py-16 sm:px-6">
      <h2 className="font-display text-3xl font-medium tracking-[-0.015em]">How It Works</h2>
      <ol className="mt-8 grid gap-8 md:grid-cols-3">
        {STEPS.map(([title, text], at) => (
          <li key={title} className="border-t-2 border-ink pt-4">
            <span className="font-display text-2xl font-medium text-cyan tabular-nums">{at + 1}</span>
            <h3 className="mt-1 text-lg font-semibold">{title}</h3>
            <p className="mt-1 max-w-[40ch] text-pencil">{text}</p>
          </li>
        ))}
      </ol>
    </div>
  </section>
)

const QUESTIONS = [
  [
    'May I use the pictures to sell?',
    'Yes. The mockups you make are yours to use in listings, shops and advertisements, and your designs stay yours.',
  ],
  ['How large are the pictures?', '2048 × 2048 pixels as JPEG, large enough for the zoom of the usual marketplaces.'],
  ['What if a picture fails?', 'Its credit comes back by itself. You pay only for pictures that you can download.'],
  ['Do credits expire?', "A plan's credits are set anew at each billing cycle. Top-up credits never expire."],
  ['Can I cancel?', 'At any time. The plan runs to the end of the month you paid for, and top-up credits stay.'],
  ['Which files can I upload?', 'PNG files up to 10 MB. Transparent backgrounds stay transparent in print.'],
]

export const Faq = () => (
  <section className="mx-auto mt-20 max-w-[760px]">
    <h2 className="font-display text-3xl font-medium tracking-[-0.01em]">Questions sellers ask</h2>
    <div className="mt-6 divide-y border-y">
      {QUESTIONS.map(([question, answer]) => (
        <details key={question} className="group">
          <summary className="flex cursor-pointer list-none items-center justify-between gap-4 rounded-sm py-4 font-medium [&::-webkit-details-marker]:hidden">
            {question}
            <span
              aria-hidden="true"
              className="text-xl leading-none text-pencil transition-transform duration-150 group-open:rotate-45"
            >
              +
            </span>
          </summary>
          <p className="max-w-[62ch] pb-5 text-pencil">{answer}</p>
        </details>
      ))}
    </div>
  </section>
)

/** The first stop of the Tab key on every page: past header and navigation. */
export const SkipLink = () => (
  <a
    href="#main"
    className="sr-only rounded-md bg-ink text-paper focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-[70] focus:px-4 focus:py-2"
  >
    Skip to content
  </a>
)

/** Modules of these npm packages, or of our sources by the beginning of their path. */
const packages = (...names: string[]): string => `/node_modules/(?:${names.join('|')})/`
const sources = (folder: string, ...names: string[]): string => `/${folder}/(?:${names.join('|')})`
const any = (...parts: string[]): RegExp => new RegExp(parts.join('|'))

/** What only one page needs stays with it. */
const minShareCount = 2

/**
 * A phone has six lanes to a server, and each of thirty small scripts costs it a turn in one. So what pages share comes in five:
 * `base` is on every page, `api` is the server's client and what calls it, `colours` the catalogue's tables, `app` the small
 * things of the signed-in pages, `choice` those that a visitor who tries a design needs of them. No public page loads what only these need, and no page a dialog before it is opened.
 */
const groups = [
  {
    name: 'base',
    test: any(
      packages('react', 'react-dom', 'scheduler', 'use-sync-external-store'),
      packages('@tanstack/(?:react-router|router-core|history|react-store|store)'),
      packages('clsx', 'tailwind-merge', 'class-variance-authority', 'lucide-react'),
      packages('@radix-ui/react-(?:slot|compose-refs)'),
      'preload-helper',
      sources('web/src/components', 'badge', 'button', 'card', 'choice', 'input', 'spinner', 'wordmark'),
      sources('web/src/features', 'layout/(?:site|theme)', 'examples/(?:example|mockups)', 'generate/read-query'),
      sources(
        'web/src/lib',
        'chosen-plan',
        'cn\\.',
        'focus-origin',
        'format',
        'has-window',
        'session',
        'theme',
        'toast',
        'when',
      ),
      sources('contract/src', 'catalogue', 'plans', 'limits'),
      sources('products', 'src/(?:registry|examples)\\.data', '[\\w-]+/examples/'),
    ),
    minShareCount,
  },
  {
    name: 'api',
    test: any(
      packages('@tanstack/(?:react-query|query-core)', '@trpc/[\\w-]+'),
      sources('web/src/lib', 'api', 'trpc', 'limit-open', 'leaving', 'pages', 'preloaded-query', 'refresh-mockups'),
      // The sentences of what a signed-in page does; the landing page has none of them.
      sources('contract/src', 'messages'),
    ),
  },
  {
    name: 'colours',
    test: any(
      sources('contract/src', 'colours'),
      sources('products/src', 'colours'),
      sources('web/src/features/catalogue', 'colour-name', 'search-colours', 'swatch\\.'),
    ),
  },
  {
    name: 'choice',
    test: any(
      sources('web/src/components', 'alert'),
      sources('web/src/features', 'generate/wizard-s'),
      sources('web/src/lib', 'random-id'),
      sources('contract/src', 'wizard'),
    ),
    minShareCount,
  },
  {
    name: 'app',
    test: any(
      sources('web/src/components', 'empty', 'load', 'menu', 'offline', 'page', 'picture', 'progress'),
      sources('web/src/components', 'sidebar', 'skeleton', 'tooltip'),
      sources('web/src/features/auth', 'auth', 'google-(?:mark|provider)', 'sign', 'use'),
      sources('web/src/features/generate', 'cancel', 'kept', 'orders', 'progress', 'request', 'same', 'tell', 'use-a'),
      sources('web/src/features', 'designs/use-designs', 'examples/dimmed'),
    ),
    minShareCount,
  },
]

/** For `build.rolldownOptions.output`. Not what a grouped module imports: each is asked for itself. */
export const codeSplitting = { includeDependenciesRecursively: false, groups }

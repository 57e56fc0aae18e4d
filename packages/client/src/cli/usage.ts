import { parseArgs, type ParseArgsConfig } from 'node:util'
import { UsageError } from './exit-codes.ts'

export const HELP = `printroom: product mockups from a PNG

  printroom mockup DESIGN.png --product mug --colour mug-navy --scene kitchen-interior -o out/
  printroom scene PHOTO.jpg --product mug
  printroom mockup DESIGN.png --on SCENE -o out/
  printroom batch PLAN.csv --designs FOLDER -o out/
  printroom colours [--product mug] [--model MODEL]
  printroom mcp [--designs FOLDER] [-o FOLDER]
  printroom whoami

mockup    --product, --colour and --scene (a style, a background, or STYLE/BACKGROUND); several colours and
          scenes make a picture each. --model (the maker's garment), --gender man|woman, --size small|medium|large,
          --side SIDE (front unless told; back, or on a mug other or wrap, where there are photographs of it),
          --preset etsy|shopify|amazon|instagram|cutout|layers, --format jpeg|png|webp|psd
          or --on SCENE, one of your own, with --colour and --size alone
scene     uploads a photograph of the calibration print, or a PSD, for --product and --side, and waits until it is measured
scenes    yours, newest first
batch     a CSV with the columns file, product, colour, scene and, if wanted, side and title. Those of its files
          that lie in --designs and are not yet yours are uploaded. --name NAME; --key KEY: run again with the same key and the
          same batch goes on, and nothing is paid twice. --estimate says what it would cost and orders nothing
mcp       an MCP server on standard input and output, for agents: designs are read in --designs (.) and pictures
          saved in --out, and neither ever elsewhere; without --out none are saved
colours   what a product comes in; without one, all colours

-o, --out FOLDER   where pictures are written (.)
--json             one JSON document on standard output; progress stays on standard error
--url URL          the server, or PRINTROOM_URL (http://localhost:3000)
--api-key KEY      or, better, PRINTROOM_API_KEY: made on the account page
--email EMAIL      beside npm start no key is needed: an email signs in there, and makes an account where there is
                   none (developer@printroom.localhost). Never sent to another machine than this one
-h, --help; -v, --version

Exit codes: 0 done, 1 something failed, 2 wrong use, 3 too few credits, 4 not signed in or not allowed,
130 stopped by Ctrl-C: what had not begun was given up, and its credits are back.
`

const text = { type: 'string' } as const
const texts = { type: 'string', multiple: true } as const
const flag = { type: 'boolean' } as const
const COMMON = { out: { ...text, short: 'o' }, json: flag, url: text, 'api-key': text, email: text } as const

/** What each command understands beside what all do, and how many words follow it. */
const COMMANDS = {
  mockup: {
    words: 1,
    options: {
      product: text,
      model: text,
      on: text,
      colour: texts,
      scene: texts,
      gender: text,
      size: text,
      side: text,
      preset: text,
      format: text,
    },
  },
  scene: { words: 1, options: { product: text, side: text } },
  scenes: { words: 0, options: {} },
  batch: { words: 1, options: { designs: text, name: text, key: text, estimate: flag } },
  colours: { words: 0, options: { product: text, model: text } },
  mcp: { words: 0, options: { designs: text } },
  whoami: { words: 0, options: {} },
} as const satisfies Record<string, { words: number; options: ParseArgsConfig['options'] }>

export type Values = {
  [
    Name in
      | 'out'
      | 'url'
      | 'api-key'
      | 'email'
      | 'product'
      | 'model'
      | 'on'
      | 'gender'
      | 'size'
      | 'side'
      | 'preset'
      | 'format'
      | 'designs'
      | 'name'
      | 'key'
  ]?: string
} & { colour?: string[]; scene?: string[]; json?: boolean; estimate?: boolean }
export type Wanted = { command: keyof typeof COMMANDS | 'help' | 'version'; word: string; values: Values }

/** Reads a command line. @throws UsageError that says what is wrong with it */
export function readArguments(args: readonly string[]): Wanted {
  const [command = 'help', ...rest] = args
  if (args.includes('--help') || args.includes('-h') || command === 'help')
    return { command: 'help', word: '', values: {} }
  if (command === '--version' || command === '-v') return { command: 'version', word: '', values: {} }
  if (!(command in COMMANDS))
    throw new UsageError(`There is no command "${command}"; there are ${Object.keys(COMMANDS).join(', ')}.`)
  const known = command as keyof typeof COMMANDS
  const { words, options } = COMMANDS[known]
  const { values, positionals } = parsed(rest, { ...COMMON, ...options })
  if (positionals.length !== words)
    throw new UsageError(
      words === 1
        ? `printroom ${known} takes one file; printroom --help shows how.`
        : `printroom ${known} takes no words but its options.`,
    )
  return { command: known, word: positionals[0] ?? '', values }
}

function parsed(
  args: readonly string[],
  options: ParseArgsConfig['options'],
): { values: Values; positionals: string[] } {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    return { values: values as Values, positionals }
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

import { readFileSync } from 'node:fs'
import { BATCH_MAX_PICTURES, LIST_MAX_ROWS, UPLOAD_MAX_BYTES } from '@printroom/contract/limits'
import { RATE_LIMITS } from '@printroom/core/limits/rate-limit'

/** `samples`: files of apps/server/samples, each of which a test runs as it stands. Texts are plain but for `code`. */
export type Guide = { id: string; title: string; text: readonly string[]; samples: readonly string[] }

export const sampleOf = (name: string): string =>
  readFileSync(new URL(`../../samples/${name}`, import.meta.url), 'utf8')

const MB = UPLOAD_MAX_BYTES / 1024 / 1024

export const GUIDES: readonly Guide[] = [
  {
    id: 'sign-in',
    title: 'Sign in',
    text: [
      'Make an API key on the account page, under API Keys. It is shown once. Its scope says what it may do: `read` looks, `make` also uploads and orders, `all` also changes and deletes. None reaches the account itself or its payments. A program that orders needs no more than `make`.',
      'A key can have a monthly cap in credits and an expiry, both of which can be moved later. `GET /api/user` tells a key of itself in `api_key`; `GET /api/requests` lists what was asked for with your keys in the last week.',
      'Send it as `Authorization: Bearer prk_…`. The samples on this page take the address and the key from the environment: `PRINTROOM_URL` and `PRINTROOM_API_KEY`.',
    ],
    samples: ['sign-in.sh'],
  },
  {
    id: 'mockup',
    title: 'Make a mockup in ten lines',
    text: [
      'Upload a PNG once; its id is good for every product. Then name the choices, as the wizard does: `GET /api/products` has all the words, with the colours, styles and backgrounds of each product. The answer is the mockup, and `file_url` its picture, at the same address and with the same key. One mockup costs one credit; a picture that is there to the pixel is answered again for nothing.',
    ],
    samples: ['mockup.mjs', 'mockup.sh'],
  },
  {
    id: 'client',
    title: 'From JavaScript and TypeScript',
    text: [
      '`@printroom/client` does the same with types, for Node 20.19 or newer and browsers: it uploads, orders under a key of its own, waits with progress, goes through lists, and sends again what may be sent again. A refusal is an error of a class by its `code`.',
      'The same package is a command line, `npx printroom --help`, and an MCP server for agents. Its README has every method, option and class.',
    ],
    samples: ['client.mjs', 'client.ts'],
  },
  {
    id: 'wait',
    title: 'Wait for it',
    text: [
      '`200` is the mockup. `202` says that the picture takes longer than a request should: send the same order again under the same `Idempotency-Key`, and it waits on. Nothing is charged twice under one key.',
      'Progress, in percent and by place in line, comes as server-sent events from `/api/trpc/generation.watch`.',
    ],
    samples: ['wait.mjs'],
  },
  {
    id: 'batches',
    title: 'Batches',
    text: [
      `Up to ${BATCH_MAX_PICTURES} pictures are ordered at once, all of them or none: every design with every product, colour and scene of a grid, or items one by one, or lines of CSV. The estimate is free and says what of it cannot be made, and why.`,
    ],
    samples: ['batch.mjs'],
  },
  {
    id: 'agents',
    title: 'Agents',
    text: [
      '`/mcp` speaks the Model Context Protocol over streamable HTTP, without sessions, with the same keys and limits. Its tools are paths of this page: what can be made, upload, quote, make one or many, wait, look, credits. An agent whose designs lie on its own machine runs `npx @printroom/client mcp --designs FOLDER --out FOLDER` instead: it uploads a design by its path and saves pictures, single ones or a whole listing, and leaves neither folder.',
      'An agent cannot pay by mistake. `quote`, and every order with `dry_run`, are free and say what an order would cost to the credit, or the refusal that it would get. The key of an order is made of the order: the same call again answers the same picture, and `variation` asks for another. An error says in `next` what to do.',
    ],
    samples: ['agent.json', 'quote.mjs'],
  },
  {
    id: 'webhooks',
    title: 'Webhooks',
    text: [
      'Name an address of your own, and it is told when a picture or a batch is done, when one fails, and when credits run low. A key needs the scope `all` for it; the account page does it as well. Messages are signed by Standard Webhooks (`standardwebhooks` on npm checks them too): what is signed is the id, the time and the body, with the secret that the endpoint was made with.',
      'Answer `200` within five seconds and work afterwards. What is not taken is tried again for a day, under the same `webhook-id`: a message may come twice.',
    ],
    samples: ['webhook.mjs'],
  },
  {
    id: 'errors',
    title: 'Errors and retries',
    text: [
      'A refusal is `{ "error": "<sentence>", "code": "<word>" }`: show people the sentence, let programs read the code. `fields` says what is wrong with which field; `402` says how many credits are `missing`: of the account (`insufficient_credits`), or of the key’s cap (`key_cap_reached`).',
      'Send again after `429` and `5xx` alone, once the seconds of `Retry-After` are over. Every other refusal stays the same until the request changes. `overloaded` says that everybody together asks more than can be answered: nothing of the request was done, and each is told another moment to come again. Orders are safe to repeat under an `Idempotency-Key`; one key with two different bodies is refused.',
    ],
    samples: ['retry.mjs'],
  },
  {
    id: 'limits',
    title: 'Limits',
    text: [
      `${RATE_LIMITS.everything.hits} requests a minute and account, of them ${RATE_LIMITS.generate.hits} orders, ${RATE_LIMITS.upload.hits} uploads and ${RATE_LIMITS.export.hits} pictures in the shape of a shop. \`RateLimit-Remaining\` says what is left. A design is a PNG of at most ${MB} MB.`,
      `A list comes a page at a time, of at most ${LIST_MAX_ROWS} rows: \`X-Next-Cursor\` holds the \`cursor\` of the next, until there is none.`,
    ],
    samples: ['pages.mjs'],
  },
]

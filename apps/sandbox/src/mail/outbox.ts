import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export type KeptMail = { to: string; subject: string; text: string; at: string }

export type Outbox = {
  /** Newest first. */
  mails(): KeptMail[]
  /** Takes mail by SMTP; answers the port it listens on. */
  listen(port: number, host: string): Promise<number>
  close(): Promise<void>
}

const KEPT = 100
/** For a mail that is on its way: whoever keeps a connection for the next one would hold a stop up by 30 s. */
const CLOSE_WITHIN_MS = 300

/**
 * A mail server that delivers to nobody: what it is given is kept, in files of `folder` where there is one, and handed to
 * `show`. Development's codes are read there.
 */
export function createOutbox(folder: string | undefined, show: (mail: KeptMail) => void): Outbox {
  const kept = folder ? readKept(folder) : []

  async function keep(raw: Buffer): Promise<void> {
    const { to, subject = '', text = '' } = await PostalMime.parse(raw)
    const mail = {
      to: to?.map((each) => each.address ?? '').join(', ') ?? '',
      subject,
      text: text.trim(),
      at: new Date().toISOString(),
    }
    kept.unshift(mail)
    kept.length = Math.min(kept.length, KEPT)
    if (folder)
      writeFileSync(join(folder, `${mail.at.replaceAll(':', '-')}-${kept.length}.json`), JSON.stringify(mail, null, 2))
    show(mail)
  }

  async function keepAll(chunks: Buffer[], done: (error?: Error) => void): Promise<void> {
    try {
      await keep(Buffer.concat(chunks))
      done()
    } catch (error) {
      done(error as Error)
    }
  }

  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: 1024 * 1024,
    closeTimeout: CLOSE_WITHIN_MS,
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.once('end', () => void keepAll(chunks, done))
    },
  })
  return {
    mails: () => kept,
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.once('error', reject)
        const listener = server.listen(port, host, () => {
          const address = listener.address()
          resolve(typeof address === 'object' && address ? address.port : port)
        })
      }),
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  }
}

function readKept(folder: string): KeptMail[] {
  mkdirSync(folder, { recursive: true })
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'))
  return names
    .toSorted()
    .toReversed()
    .slice(0, KEPT)
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as KeptMail)
}

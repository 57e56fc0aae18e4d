import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll } from 'vitest'

export type Received = { to: string; subject: string; text: string; html: string }
export type Mailbox = {
  url: string
  mails: Received[]
  codeFor(email: string): string
  refuse(isRefusing: boolean): void
}

/** A real mail server of this file's own, on a real port, that keeps what it is given. */
export async function openMailbox(): Promise<Mailbox> {
  const mails: Received[] = []
  let isRefusing = false
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    onMailFrom: (_address, _session, done) => (isRefusing ? done(new Error('no mail today')) : done()),
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.once('end', async () => {
        const { to, subject = '', text = '', html = '' } = await PostalMime.parse(Buffer.concat(chunks))
        mails.push({ to: to?.[0]?.address ?? '', subject, text, html })
        done()
      })
    },
  })
  server.on('error', () => {}) // a client that hangs up on a refusal
  const port = await new Promise<number>((resolve) => {
    const listener = server.listen(0, '127.0.0.1', () => resolve((listener.address() as { port: number }).port))
  })
  afterAll(() => new Promise<void>((resolve) => void server.close(() => resolve())))
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    codeFor(email) {
      const mail = mails.findLast(({ to }) => to === email)
      const code = /^([0-9A-Z]{4}) ([0-9A-Z]{4})$/m.exec(mail?.text ?? '')
      if (!code) throw new Error(`No code was mailed to ${email}`)
      return `${code[1]}${code[2]}`
    },
    refuse: (value) => void (isRefusing = value),
  }
}

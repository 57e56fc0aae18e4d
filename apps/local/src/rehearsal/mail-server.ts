import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export type MailServer = { url: string; codeFor: (email: string) => string; close: () => Promise<void> }

/** A mail server on a free port that delivers to nobody and keeps the codes that it is given. */
export async function startMailServer(): Promise<MailServer> {
  const texts = new Map<string, string>()
  const keep = async (chunks: Buffer[]) => {
    const { to, text = '' } = await PostalMime.parse(Buffer.concat(chunks))
    texts.set(to?.[0]?.address ?? '', text)
  }
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    async onData(stream, _session, done) {
      const chunks: Buffer[] = []
      try {
        for await (const chunk of stream) chunks.push(chunk as Buffer)
        await keep(chunks)
        done()
      } catch (error) {
        done(error as Error)
      }
    },
  })
  const port = await new Promise<number>((resolve, reject) => {
    server.once('error', reject)
    const listener = server.listen(0, '127.0.0.1', () => {
      const address = listener.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
  return {
    url: `smtp://127.0.0.1:${port}`,
    codeFor(email) {
      const code = /^([0-9A-Z]{4}) ([0-9A-Z]{4})$/m.exec(texts.get(email) ?? '')
      if (!code) throw new Error(`No code was mailed to ${email}.`)
      return `${code[1]}${code[2]}`
    },
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  }
}

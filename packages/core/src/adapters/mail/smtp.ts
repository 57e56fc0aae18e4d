import { assertNoTransaction } from '@printroom/db/transaction-scope'
import { createTransport } from 'nodemailer'
import type { Mailer } from '../../domain/mail/mailer.ts'

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]'])
/** A person waits for the answer meanwhile. */
const PATIENCE_MS = 10_000

/**
 * Mail by SMTP over kept connections. `smtps://` is encrypted from the start; `smtp://` has to become so before anything
 * is said, except on this machine.
 */
export function createSmtpMailer(url: string, from: string): Mailer {
  const { hostname } = new URL(url)
  const transport = createTransport(
    {
      url,
      pool: true,
      maxConnections: 3,
      requireTLS: !LOOPBACK.has(hostname),
      connectionTimeout: PATIENCE_MS,
      greetingTimeout: PATIENCE_MS,
      socketTimeout: PATIENCE_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  )
  return {
    async send(mail) {
      assertNoTransaction('The mail server')
      await transport.sendMail(mail)
    },
    close: () => transport.close(),
  }
}

export type Mail = { to: string; subject: string; text: string; html: string }

/** Mail to a person: sign-in codes and links. */
export type Mailer = {
  /** Hands a mail over; it is on its way when this settles. @throws Error when the mail server does not take it */
  send(mail: Mail): Promise<void>
  close(): void
}

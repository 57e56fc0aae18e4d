/** Mail to a person: sign-in codes and links. Without an adapter the server signs in by email alone, on loopback only. */
export type Mailer = { send(mail: { to: string; subject: string; text: string; html: string }): Promise<void> }

const STAND_INS = [
  { provider: 'Stripe', path: '/v1/', purpose: 'checkout, customer portal and signed webhooks' },
  { provider: 'Replicate', path: '/replicate/v1/', purpose: 'predictions' },
  { provider: 'UploadThing', path: '/uploadthing/', purpose: 'private files, kept in memory until the sandbox stops' },
  { provider: 'Google account chooser', path: '/google/', purpose: 'signing in with Google' },
  { provider: 'A mail server', path: '/outbox', purpose: 'keeps what it is sent, and delivers nothing' },
]

/** What a person sees who opens the sandbox in a browser. */
export function page(): string {
  const rows = STAND_INS.map(
    ({ provider, path, purpose }) => `<li><b>${provider}</b> <code>${path}</code>: ${purpose}</li>`,
  )
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Printroom sandbox</title>
<style>body { font: 16px/1.5 system-ui, sans-serif; max-width: 40rem; margin: 4rem auto; padding: 0 1rem }</style>
<h1>This is the sandbox of Printroom</h1>
<p>It is for development and tests only. It is the home of stand-ins of the services below, so that everything works on one
machine with no account. No money moves here, and nothing leaves this machine. It does not start in production.</p>
<ul>
${rows.join('\n')}
</ul>
<p><a href="/stripe/clock">Stripe's clock</a>: move the time to the next billing cycle, give money back, send events again.</p>
<p><a href="/outbox">The outbox</a>: every mail that Printroom sent, with its codes and links.</p>
<p>Every path that a stand-in does not know gives the error that the real service gives for an unknown one.</p>
</html>
`
}

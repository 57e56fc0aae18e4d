const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)

const STYLE = `
:root { color-scheme: light dark; --paper: light-dark(#f9f6ef, #131211); --sheet: light-dark(#fffdf9, #1d1b1a); --line: light-dark(#d9d4c9, #3a3734); --pencil: light-dark(#5d5850, #aaa49b); --accent: light-dark(#00688b, #6cc7e8) }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 40rem; margin: 3rem auto; padding: 0 1rem; background: var(--paper); overflow-wrap: anywhere }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .5rem }
a { color: var(--accent) }
article { background: var(--sheet); border: 1px solid var(--line); border-radius: 12px; padding: 1.25rem 1.5rem; margin-top: 1.25rem }
article h2 { font-size: 1.05rem; margin: 0 }
article > p { margin: .1rem 0 1rem; color: var(--pencil); font-size: .875rem }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; margin: 0 }
pre strong { font: 600 1.5rem/1.4 ui-monospace, monospace; letter-spacing: .1em }
button, input { font: inherit; padding: .6rem .8rem; width: 100%; box-sizing: border-box; border: 1px solid var(--line); border-radius: 8px; background: var(--sheet); color: inherit }
button { text-align: left; cursor: pointer; margin-top: .5rem }
button:hover { border-color: var(--accent) }
button.main { margin-top: 1.25rem; text-align: center; background: var(--accent); border-color: var(--accent); color: var(--sheet) }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
small { color: var(--pencil) }
label { display: block; margin-top: 1rem; font-size: .875rem }
label input { margin-top: .25rem; font-size: 1rem }`

/** A page of the sandbox; `body` is markup whose texts are escaped. It says what it is. */
export const document = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)} · Printroom sandbox</title>
<style>${STYLE}</style>
<main>
${body}
</main>
</html>
`

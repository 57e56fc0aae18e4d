const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)

const STYLE = `
:root { color-scheme: light dark }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 40rem; margin: 3rem auto; padding: 0 1rem }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; border-left: 3px solid #8886; padding-left: 1rem }
h2 { font-size: 1.1rem; margin: 2rem 0 0 }
button, input { font: inherit; padding: .6rem .8rem; width: 100%; box-sizing: border-box; border: 1px solid #8886; border-radius: 8px; background: none; color: inherit }
button { text-align: left; cursor: pointer; margin-top: .5rem }
button:hover { background: #8882 }
small { opacity: .75 }
label { display: block; margin-top: 1rem }`

/** A page of the sandbox; `body` is markup whose texts are escaped. It says what it is. */
export const document = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)} · Printroom sandbox</title>
<style>${STYLE}</style>
${body}
</html>
`

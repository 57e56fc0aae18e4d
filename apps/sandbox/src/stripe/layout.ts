const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text made safe to stand in a page. */
export const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (mark) => ENTITIES[mark] ?? mark)

export const dollars = (cents: number): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(cents / 100)
export const day = (seconds: number): string => new Date(seconds * 1000).toUTCString().slice(5, 16)

/** A page that says first of all that no money moves on it. */
export const layout = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)} · sandbox</title>
<style>
:root { color-scheme: light dark; --paper: #f7f7f5; --sheet: #fff; --ink: #1c1b19; --soft: #6a6762; --line: #dedbd5; --act: #0b6fa4; --warn: #fff3c4; --warn-ink: #5a4300; --bad: #b42318 }
@media (prefers-color-scheme: dark) { :root { --paper: #191918; --sheet: #232322; --ink: #f1f0ee; --soft: #a8a49d; --line: #3a3937; --act: #2b9ad2; --warn: #453a10; --warn-ink: #ffe9a3; --bad: #ff8a7a } }
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, sans-serif }
.sandbox { background: var(--warn); color: var(--warn-ink); padding: 10px 16px; text-align: center; font-weight: 600 }
main { max-width: 880px; margin: 0 auto; padding: 32px 16px 64px }
.two { display: grid; gap: 32px; grid-template-columns: minmax(0, 1fr) }
@media (min-width: 720px) { .two { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr) } }
.sheet { background: var(--sheet); border: 1px solid var(--line); border-radius: 12px; padding: 20px; margin-bottom: 16px }
h1 { font-size: 24px; margin: 0 0 4px } h2 { font-size: 17px; margin: 0 0 12px } p { margin: 0 0 12px }
.soft { color: var(--soft) } .price { font-size: 36px; font-weight: 600; margin: 8px 0 16px }
label { display: flex; gap: 10px; padding: 12px; border: 1px solid var(--line); border-radius: 8px; margin-bottom: 8px; cursor: pointer }
label:has(:checked) { border-color: var(--act); box-shadow: inset 0 0 0 1px var(--act) }
button { font: inherit; font-weight: 600; padding: 10px 16px; border-radius: 8px; border: 1px solid var(--line); background: var(--sheet); color: var(--ink); cursor: pointer }
button.main { background: var(--act); border-color: var(--act); color: #fff; width: 100%; padding: 13px }
a { color: var(--act) } .bad { color: var(--bad); font-weight: 600 }
table { width: 100%; border-collapse: collapse } td, th { text-align: left; padding: 8px 8px 8px 0; border-top: 1px solid var(--line); vertical-align: top } th { font-weight: 500; color: var(--soft) }
.row { display: flex; gap: 8px; flex-wrap: wrap; align-items: center } .scroll { overflow-x: auto }
form.inline { display: inline }
</style>
<div class="sandbox" role="status">Printroom's sandbox stands in for Stripe here. No card is charged and no money moves.</div>
<main>${body}</main>
</html>
`

/** The three cards that the sandbox knows. */
export const cardChoice = (): string => `
<label><input type="radio" name="card" value="works" checked><span>•••• 4242<br><span class="soft">works</span></span></label>
<label><input type="radio" name="card" value="declines"><span>•••• 0002<br><span class="soft">is declined</span></span></label>
<label><input type="radio" name="card" value="declines_later"><span>•••• 0341<br><span class="soft">works now and is declined at the next renewal</span></span></label>`

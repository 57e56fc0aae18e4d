/** The look of the client's pages (apps/web/src/styles.css), as far as a page of text needs it. */
export const STYLE = `
:root{color-scheme:light;--paper:oklch(.974 .008 85);--sheet:oklch(.992 .004 85);--shade:oklch(.948 .009 82);--ink:oklch(.22 .008 70);--pencil:oklch(.47 .012 70);--hairline:oklch(.892 .01 80);--cyan:oklch(.44 .095 230)}
.dark{color-scheme:dark;--paper:oklch(.185 .003 70);--sheet:oklch(.222 .003 70);--shade:oklch(.262 .004 70);--ink:oklch(.945 .006 85);--pencil:oklch(.715 .008 80);--hairline:oklch(.31 .004 70);--cyan:oklch(.83 .09 216)}
*{box-sizing:border-box}html{scroll-padding-top:1rem}
body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.6 'Inter Variable',ui-sans-serif,system-ui,sans-serif;overflow-wrap:anywhere}
a{color:var(--cyan)}:focus-visible{outline:2px solid var(--cyan);outline-offset:2px;border-radius:3px}
.skip{position:absolute;left:-999px}.skip:focus{left:1rem;top:1rem;background:var(--sheet);padding:.5rem 1rem}
header{display:flex;justify-content:space-between;align-items:center;gap:1rem;padding:1rem 1.5rem;border-bottom:1px solid var(--hairline)}
header nav{display:flex;gap:1.25rem;font-size:14px}.brand{font:500 20px 'Fraunces',ui-serif,Georgia,serif;color:var(--ink);text-decoration:none}
h1,section>h2{font-family:'Fraunces',ui-serif,Georgia,serif;font-weight:500;line-height:1.2}h1{font-size:36px;margin:0 0 1rem}section>h2{font-size:26px;margin:3.5rem 0 1rem}h3{font-size:17px;font-weight:600;margin:0}
.page{display:grid;grid-template-columns:240px minmax(0,1fr);gap:3rem;max-width:1200px;margin:0 auto;padding:2.5rem 1.5rem 6rem}
.contents{font-size:13px;position:sticky;top:1rem;align-self:start;max-height:calc(100vh - 2rem);overflow:auto}
.contents h2{font-size:13px;margin:1rem 0 .25rem}.contents ul{list-style:none;margin:0;padding:0}.contents a{display:block;padding:3px 0;color:var(--pencil);text-decoration:none}.contents a:hover{color:var(--ink)}
main{max-width:760px}p{margin:.5rem 0}code,pre{font-family:ui-monospace,SFMono-Regular,Menlo,monospace;font-size:13px}
p code,td code{background:var(--shade);border-radius:3px;padding:1px 4px}
figure{margin:1rem 0;border:1px solid var(--hairline);border-radius:8px;background:var(--sheet);overflow:hidden}figcaption{padding:6px 14px;font-size:12px;color:var(--pencil);border-bottom:1px solid var(--hairline)}pre{margin:0;padding:12px 14px;overflow-x:auto;line-height:1.55;overflow-wrap:normal}
article{border-top:1px solid var(--hairline);padding:1.5rem 0}.line{color:var(--pencil)}.method{font:600 12px ui-monospace,monospace;color:var(--cyan)}.access,small,.refused{font-size:12px;color:var(--pencil)}.access{margin-left:.5rem}
.refused a{text-decoration:none}.refused{line-height:2}
.anchor{margin-left:.4em;font-weight:400;color:var(--pencil);text-decoration:none;opacity:0}:is(h2,h3):hover .anchor,.anchor:focus-visible{opacity:1}@media(hover:none){.anchor{opacity:.6}}
.search label{display:block;font-weight:600;margin-bottom:4px}.search input:focus-visible{outline-offset:-2px}.search p{margin:4px 0 0;min-height:1.3em;color:var(--pencil)}[hidden]{display:none!important}
input,textarea{width:100%;font:inherit;font-size:14px;color:inherit;background:var(--sheet);border:1px solid var(--pencil);border-radius:6px;padding:7px 10px}textarea{font:13px/1.5 ui-monospace,SFMono-Regular,Menlo,monospace;resize:vertical}
button{font:inherit;font-size:14px;font-weight:600;color:var(--ink);background:var(--sheet);border:1px solid var(--pencil);border-radius:6px;padding:6px 14px;cursor:pointer}button:hover{background:var(--shade)}button:disabled{color:var(--pencil);cursor:default}
figure{position:relative}.copy{position:absolute;top:3px;right:6px;font-size:12px;padding:2px 9px;min-height:24px}
.samples{border:1px solid var(--hairline);border-radius:8px;margin:1rem 0;overflow:hidden}.samples details+details{border-top:1px solid var(--hairline)}.samples summary{padding:7px 14px;font-weight:400;font-size:13px}.samples [open]>summary{font-weight:600}.samples figure{border:0;border-top:1px solid var(--hairline);border-radius:0;margin:0}
.try form{display:grid;gap:.75rem;margin:.75rem 0;padding:1rem 14px;border:1px solid var(--hairline);border-radius:8px;background:var(--shade)}.try label{display:block;font-weight:600;font-size:13px;margin-bottom:3px}.try form>button{justify-self:start}.try small{font-weight:400}.try pre{background:var(--sheet);border:1px solid var(--hairline);border-radius:8px;max-height:420px;overflow:auto}.try img{max-width:100%;max-height:480px}.answer:empty{display:none}
td details summary{font-weight:400;font-size:13px}td table{font-size:13px}.schema{padding:1rem 0}
summary{cursor:pointer;font-weight:600;font-size:14px;padding:6px 0}table{width:100%;border-collapse:collapse;font-size:14px}th,td{text-align:left;vertical-align:top;padding:8px 12px 8px 0;border-bottom:1px solid var(--hairline);font-weight:400}thead th{font-weight:600}tbody th{width:38%}
@media(max-width:860px){.page{grid-template-columns:minmax(0,1fr);gap:1.5rem;padding-top:1.5rem}.contents{position:static;max-height:none}.contents:not(.searching) ul.paths{display:none}.search{width:100%}.contents a{padding:6px 0}.contents ul,.contents{display:flex;flex-wrap:wrap;column-gap:1.25rem}.contents ul,.contents h2:first-child{width:100%}.contents h2{margin:0}}
`

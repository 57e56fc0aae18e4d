// What the reference does beside being read: search, copy, and try. All of the page is there without it.

// first.js keeps presses for React, which does not come here: every button of this page is made below.
window.takeEarlyPresses?.()

const find = (selector, within = document) => within.querySelector(selector)
const findAll = (selector, within = document) => [...within.querySelectorAll(selector)]

/** An element with its properties and what is in it. */
function make(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties)
  element.append(...children)
  return element
}

// Search: by a guide's or path's name, its method and its address.

const search = find('#search')
const links = findAll('.contents li a')

function showMatches() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean)
  let count = 0
  for (const link of links) {
    const text = `${link.textContent} ${link.dataset.words ?? ''}`.toLowerCase()
    const isMatch = words.every((word) => text.includes(word))
    link.parentElement.hidden = !isMatch
    count += isMatch ? 1 : 0
  }
  find('.contents').classList.toggle('searching', words.length > 0)
  for (const heading of findAll('.contents h2')) {
    const list = heading.nextElementSibling
    heading.hidden = words.length > 0 && (list?.tagName !== 'UL' || !find('li:not([hidden])', list))
  }
  find('#found').textContent = words.length === 0 ? '' : `${count} found`
}

find('.search').hidden = false
search.addEventListener('input', showMatches)
search.addEventListener('keydown', (event) => {
  if (event.key === 'Enter') links.find((link) => !link.parentElement.hidden)?.click()
  if (event.key !== 'Escape') return
  search.value = ''
  showMatches()
})
document.addEventListener('keydown', (event) => {
  const isTyping = event.target.closest('input, textarea, select')
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  search.focus()
})

// Copy.

for (const figure of findAll('figure')) {
  const button = make('button', { type: 'button', className: 'copy', textContent: 'Copy' })
  button.addEventListener('click', async () => {
    const isCopied = await navigator.clipboard.writeText(find('pre', figure).textContent).then(
      () => true,
      () => false, // not allowed, or no secure place
    )
    if (!isCopied) getSelection()?.selectAllChildren(find('pre', figure))
    button.textContent = isCopied ? 'Copied' : 'Selected'
    setTimeout(() => (button.textContent = 'Copy'), 2_000)
  })
  figure.prepend(button)
}

// The language that was chosen last is open everywhere.

const LANGUAGE = 'api-language'

function openLanguage(language) {
  for (const group of findAll('.samples')) {
    const chosen = find(`[data-language="${language}"]`, group)
    if (chosen) chosen.open = true
  }
}
for (const summary of findAll('.samples summary'))
  summary.addEventListener('click', () => {
    const { language } = summary.parentElement.dataset
    const top = summary.getBoundingClientRect().top
    try {
      localStorage.setItem(LANGUAGE, language)
    } catch {
      // Storage may be closed to us: it is chosen for this visit.
    }
    // After the press has opened it; what is looked at stays where it is, although others above change.
    requestAnimationFrame(() => {
      openLanguage(language)
      scrollBy(0, summary.getBoundingClientRect().top - top)
    })
  })
try {
  const language = localStorage.getItem(LANGUAGE)
  if (/^\w+$/.test(language ?? '')) openLanguage(language)
} catch {
  // As above.
}

// Try: a form for each path, made when it is opened, from the same document that programs read.

let described
const document31 = () => (described ??= fetch('/api/openapi.json').then((answer) => answer.json()))
/** The key of all forms. It stays in this page, and is gone with it. */
let key = ''

for (const place of findAll('.try')) {
  const button = make('button', { type: 'button', textContent: 'Try it' })
  button.setAttribute('aria-expanded', 'false')
  let form
  button.addEventListener('click', async () => {
    form ??= document31().then((api) => {
      const made = formOf(place.closest('article').id, api)
      place.append(made)
      return made
    })
    const shown = await form
    const isOpen = button.getAttribute('aria-expanded') === 'true'
    button.setAttribute('aria-expanded', String(!isOpen))
    shown.hidden = isOpen
    if (!isOpen) find('input, textarea, button', shown).focus()
  })
  place.append(button)
  place.hidden = false
}

function formOf(id, api) {
  const [path, method, operation] = Object.entries(api.paths).flatMap(([address, methods]) =>
    Object.entries(methods).flatMap(([verb, each]) =>
      each.operationId === id ? [[address, verb.toUpperCase(), each]] : [],
    ),
  )[0]
  const field = (label, control, note) => {
    control.id = `${id}-${label.replaceAll(' ', '-')}`
    return make(
      'div',
      {},
      make('label', { htmlFor: control.id }, label, make('small', { textContent: ` ${note}` })),
      control,
    )
  }
  const form = make('form')
  const fields = []
  if (operation.security.some((each) => 'apiKey' in each)) {
    const control = make('input', { type: 'password', autocomplete: 'off', value: key, placeholder: 'prk_…' })
    control.addEventListener('input', () => (key = control.value.trim()))
    control.addEventListener('focus', () => (control.value = key))
    form.append(field('API key', control, 'stays in this page; without one your session here is used'))
  }
  for (const { name, in: place, required, schema } of operation.parameters ?? []) {
    const control = make('input', { required: required === true, value: schema?.default ?? '', autocomplete: 'off' })
    fields.push({ name, place, control })
    form.append(field(name, control, `${place}${required ? ', needed' : ''}`))
  }
  const content = operation.requestBody?.content ?? {}
  const json = content['application/json']
  let body = () => undefined
  if (json) {
    const text = JSON.stringify(json.example ?? {}, null, 2)
    const control = make('textarea', {
      value: text,
      rows: Math.min(16, text.split('\n').length + 1),
      spellcheck: false,
    })
    form.append(field('Body', control, 'application/json'))
    body = () => control.value
  } else if (content['multipart/form-data']) {
    const control = make('input', { type: 'file', accept: 'image/png', required: true })
    form.append(field('design', control, 'a PNG'))
    body = () => {
      const sent = new FormData()
      sent.set('design', control.files[0])
      return sent
    }
  }
  if (method !== 'GET')
    form.append(make('p', { textContent: 'It is sent to this server and does there what it says.' }))
  const send = make('button', { type: 'submit', textContent: 'Send' })
  const answer = make('div', { className: 'answer' })
  answer.setAttribute('role', 'status')
  form.append(send, answer)
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    send.disabled = true
    answer.replaceChildren(make('p', { textContent: 'Sent …' }))
    answer.replaceChildren(...(await ask({ method, path, fields, body, isJson: json !== undefined })))
    send.disabled = false
  })
  return form
}

/** Sends what a form says. @returns what is shown of the answer */
async function ask({ method, path, fields, body, isJson }) {
  const headers = new Headers(key ? { authorization: `Bearer ${key}` } : {})
  const query = new URLSearchParams()
  let address = path
  for (const { name, place, control } of fields) {
    if (place === 'path') address = address.replace(`{${name}}`, encodeURIComponent(control.value))
    else if (control.value !== '' && place === 'query') query.set(name, control.value)
    else if (control.value !== '') headers.set(name, control.value)
  }
  if (isJson) headers.set('content-type', 'application/json')
  const beganAt = performance.now()
  try {
    const answer = await fetch(`${address}${query.size > 0 ? `?${query}` : ''}`, {
      method,
      headers,
      body: body(),
      credentials: key ? 'omit' : 'same-origin',
    })
    const blob = await answer.blob()
    const took = Math.round(performance.now() - beganAt)
    const facts = [`${answer.status} ${answer.statusText}`, `${took} ms`, `${blob.size.toLocaleString('en')} bytes`]
    for (const name of ['retry-after', 'ratelimit-remaining', 'x-next-cursor', 'x-request-id'])
      if (answer.headers.has(name)) facts.push(`${name}: ${answer.headers.get(name)}`)
    return [make('p', { className: 'line', textContent: facts.join(' · ') }), await shown(blob)]
  } catch {
    return [
      make('p', {
        textContent: 'No answer came: the server could not be reached, or a field is not what a request can hold.',
      }),
    ]
  }
}

/** An answer's bytes as they are looked at: JSON and text, a picture, or a file to save. */
async function shown(blob) {
  if (blob.type.startsWith('image/'))
    return make('img', { src: URL.createObjectURL(blob), alt: 'The picture of the answer' })
  if (!/json|text/.test(blob.type))
    return make('a', { href: URL.createObjectURL(blob), download: 'printroom', textContent: 'Save the file' })
  const text = await blob.text()
  let written = text
  try {
    written = JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    // No JSON: shown as it came.
  }
  return make('pre', { tabIndex: 0, ariaLabel: 'The answer' }, make('code', { textContent: written }))
}

// The theme that is chosen on another page.

addEventListener('storage', ({ key: name, newValue }) => {
  if (name !== 'theme') return
  document.documentElement.classList.remove('light', 'dark')
  document.documentElement.classList.add(newValue === 'dark' ? 'dark' : 'light')
})

export type Form = { [key: string]: string | Form }

/**
 * A body or query as Stripe's clients write it: `items[0][price]=…&metadata[user]=…&expand[]=…`. Lists stay objects keyed
 * by their index; the schemas of `requests.ts` make arrays of them.
 */
export function parseForm(text: string): Form {
  const form: Form = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.replaceAll(']', '').split('[')
    let place = form
    const last = path.pop() ?? ''
    for (const part of path) {
      const next = place[part]
      place = typeof next === 'object' ? next : (place[part] = Object.create(null) as Form)
    }
    place[last === '' ? String(Object.keys(place).length) : last] = value
  }
  return form
}

const { PRINTROOM_URL: url, PRINTROOM_API_KEY: key } = process.env
const headers = { authorization: `Bearer ${key}` }
/** Sends again what may be sent again: 429 and 5xx, after as long as the answer asks for. */
async function send(path, tries = 4) {
  const answer = await fetch(url + path, { headers })
  if ((answer.status === 429 || answer.status >= 500) && tries > 1) {
    const seconds = Number(answer.headers.get('retry-after') ?? 2)
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
    return send(path, tries - 1)
  }
  const said = await answer.json()
  if (!answer.ok) throw new Error(`${said.code}: ${said.error}`)
  return said
}
const account = await send('/api/user')
console.log(account.credits)
await send('/api/batches/00000000-0000-4000-8000-000000000000').catch((error) => console.log(error.message))

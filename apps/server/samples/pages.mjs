const { PRINTROOM_URL: url, PRINTROOM_API_KEY: key } = process.env
const headers = { authorization: `Bearer ${key}` }
let count = 0
for (let cursor = ''; cursor !== null;) {
  const answer = await fetch(`${url}/api/mockups?limit=1&cursor=${encodeURIComponent(cursor)}`, { headers })
  count += (await answer.json()).length
  cursor = answer.headers.get('x-next-cursor')
}
console.log(`${count} mockups`)

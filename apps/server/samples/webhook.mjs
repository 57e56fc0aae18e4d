import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const { PRINTROOM_URL: url, PRINTROOM_API_KEY: key, LISTEN_URL: here = 'http://localhost:8080' } = process.env
const post = (path, body) =>
  fetch(url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).then(async (answer) => {
    const said = await answer.json()
    if (!answer.ok) throw new Error(said.error)
    return said
  })
const endpoint = await post('/api/webhook-endpoints', { url: here, events: ['mockup.completed'] })
const secret = Buffer.from(endpoint.secret.replace('whsec_', ''), 'base64')

function isOurs(headers, body) {
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const expected = Buffer.from(createHmac('sha256', secret).update(signed).digest('base64'))
  const isFresh = Math.abs(Date.now() / 1000 - headers['webhook-timestamp']) < 300
  const signatures = headers['webhook-signature'].split(' ').map((each) => Buffer.from(each.slice('v1,'.length)))
  return isFresh && signatures.some((each) => each.length === expected.length && timingSafeEqual(each, expected))
}

const server = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  response.writeHead(isOurs(request.headers, body) ? 200 : 401).end()
  console.log(JSON.parse(body).type)
}).listen(new URL(here).port)
const { status } = await post(`/api/webhook-endpoints/${endpoint.id}/test`, {})
console.log(status)
server.close()

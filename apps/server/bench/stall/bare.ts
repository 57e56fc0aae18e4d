/*
 * What `GET /api/user` costs at least: a bare Fastify that sends Postgres the same statements, one after the other, with
 * the values of the same people, and answers the same bytes.
 */
import Fastify from 'fastify'
import pg from 'pg'

/** The statements of one request, as they were recorded, and its answer. */
export type Recorded = { statements: { text: string; values: unknown[] }[]; body: string }

process.once('message', (message: { databaseUrl: string; poolSize: number; recorded: Recorded[] }) => {
  const { databaseUrl, poolSize, recorded } = message
  const pool = new pg.Pool({ connectionString: databaseUrl, max: poolSize })
  const app = Fastify()
  let turn = 0
  app.get('/api/user', async (_request, reply) => {
    const { statements, body } = recorded[turn++ % recorded.length] ?? { statements: [], body: '' }
    for (const { text, values } of statements) await pool.query({ text, values, rowMode: 'array' })
    return reply.type('application/json; charset=utf-8').send(body)
  })
  void app.listen({ host: '127.0.0.1', port: 0 }).then((address) => process.send?.(address))
})
process.once('disconnect', () => process.exit())

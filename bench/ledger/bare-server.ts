import { createServer, type IncomingMessage } from 'node:http'
import pg from 'pg'
import { type BareQuery, bareQueries } from './bare-queries.ts'

// The baseline: node:http and a prepared statement, without session, permissions, row-level security and validation.
const { connection, connections } = JSON.parse(process.argv[2] ?? '{}')
pg.types.setTypeParser(20, text => text)
pg.types.setTypeParser(1082, text => text)
const pool = new pg.Pool({ ...connection, max: connections })

async function answer(request: IncomingMessage): Promise<unknown> {
  const url = new URL(request.url ?? '/', 'http://bare')
  const name = url.pathname.slice(1) as BareQuery
  const values = [...url.searchParams.values()]
  const { rows } = await pool.query({ name, text: bareQueries[name], values })
  return { data: rows }
}

const server = createServer((request, response) => {
  answer(request).then(
    body => {
      response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' })
      response.end(JSON.stringify(body))
    },
    (error: unknown) => {
      response.writeHead(500)
      response.end(String(error))
    },
  )
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.({ port: typeof address === 'object' ? address?.port : null })
})
process.on('disconnect', () => process.exit(0))

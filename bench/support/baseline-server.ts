import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import pg from 'pg'
import { addToCart, placeOrder } from './baseline-sql.ts'

/**
 * The minimal SQL behind a minimal HTTP server: no framework, no checks, no log. This is the upper bound for a call
 * over HTTP on this machine, where the load, the server and the database share the cores.
 */
const [databaseUrl, connections] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: databaseUrl, max: Number(connections), pipeline: true })
const visitorHash = createHash('sha256').update('bench').digest()

const DONE_BODY = '{"done":true}'

const calls: Record<string, (connection: pg.PoolClient, request: IncomingMessage, body: string) => Promise<void>> = {
  '/add': (connection, _request, body) => {
    const { id, quantity } = JSON.parse(body)
    return addToCart(connection, { tokenHash: randomBytes(32), productId: id, quantity })
  },
  '/order': (connection, { headers }, body) =>
    placeOrder(connection, {
      tokenHash: Buffer.from(headers['x-cart'] as string, 'base64'),
      visitorHash,
      key: headers['idempotency-key'] as string,
      form: JSON.parse(body),
    }),
}

/** Connections are idle while other benches are measured. */
const server = createServer({ keepAliveTimeout: 120_000 }, (request, response) => {
  let body = ''
  request.setEncoding('utf8')
  request.on('data', (part: string) => {
    body += part
  })
  request.on('end', async () => {
    const call = calls[request.url as string]
    if (!call) return response.writeHead(404).end()
    const connection = await pool.connect()
    try {
      await call(connection, request, body)
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': DONE_BODY.length }).end(DONE_BODY)
    } catch (error) {
      response.writeHead(500).end(String(error))
    } finally {
      connection.release()
    }
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address && typeof address === 'object') process.stdout.write(`${address.port}\n`)
})

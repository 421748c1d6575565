import { readFileSync } from 'node:fs'
import Fastify from 'fastify'

/**
 * The baseline of the pages bench: Fastify without any of the shop's code, answering with the bytes read from stdin.
 */
const body = readFileSync(0)
const [encoding] = process.argv.slice(2)
const app = Fastify()
app.get('/', (_request, reply) => {
  reply.header('content-type', 'text/html; charset=utf-8')
  if (encoding) reply.header('content-encoding', encoding)
  return reply.send(body)
})
await app.listen({ port: 0, host: '127.0.0.1' })
const [address] = app.addresses()
if (typeof address === 'object') process.stdout.write(`${address.port}\n`)

import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusePipelining } from './pipelining.ts'

const BODY = 'x'.repeat(100_000)
let served = 0
const server = createServer((request, response) => {
  if (refusePipelining(request, response)) return
  served++
  response.end(BODY)
})
beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'))
afterAll(() => server.close())

const open = () => connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
const requests = (count: number) => 'GET / HTTP/1.1\r\nHost: shop.test\r\n\r\n'.repeat(count)

test('a connection that pipelines a thousand requests is closed after few responses', async () => {
  served = 0
  const socket = open()
  socket.write(requests(1000))
  socket.resume()
  await once(socket, 'close')
  expect(served).toBeLessThan(10)
})

test('a few pipelined requests at a time are served, any number of times', async () => {
  const socket = open()
  for (let round = 0; round < 5; round++) {
    socket.write(requests(4))
    let missing = 4 * BODY.length
    while (missing > 0) {
      const [chunk] = (await once(socket, 'data')) as [Buffer]
      missing -= chunk.toString().replaceAll(/[^x]/g, '').length
    }
  }
  expect(socket.destroyed).toBe(false)
  socket.destroy()
})

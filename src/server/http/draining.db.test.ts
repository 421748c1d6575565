import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { appForSuite } from '#test/app.ts'
import { postgresTest } from '#test/database.ts'
import { waitForBlocked } from '#test/wait.ts'
import { drain } from './draining.ts'

postgresTest('a draining server', (database) => {
  const suite = appForSuite(database)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let port = 0
  beforeAll(async () => {
    await suite().app.listen({ port: 0, host: '127.0.0.1' })
    const [address] = suite().app.addresses()
    port = typeof address === 'object' ? address.port : 0
  })
  afterAll(() => agent.destroy())

  const get = (path: string) =>
    new Promise<{ status: number | undefined; connection: string | undefined; body: string }>((resolve, reject) => {
      const headers = { accept: 'application/json' }
      const clientRequest = request({ agent, host: '127.0.0.1', port, path, headers }, async (response) => {
        const body = (await response.toArray()).join('')
        resolve({ status: response.statusCode, connection: response.headers.connection, body })
      })
      clientRequest.on('error', reject).end()
    })

  it('reports not ready, still serves requests, and closes each connection after its response', async () => {
    expect(await get('/readyz')).toMatchObject({ status: 200, connection: 'keep-alive' })
    suite().app.draining.hasBegun = true
    expect(await get('/readyz')).toMatchObject({
      status: 503,
      connection: 'close',
      body: expect.stringContaining('This server is about to stop.'),
    })
    expect(await get('/healthz')).toMatchObject({ status: 200, connection: 'close' })
    expect(await get('/packages.json')).toMatchObject({ status: 200, connection: 'close' })
    suite().app.draining.hasBegun = false
  })

  it('finishes requests in progress before it ends and accepts no new connections', async () => {
    const client = await database().pool.connect()
    await client.query('begin; lock table products in access exclusive mode')
    // This request waits for the lock, on a keep-alive connection.
    const pending = get('/packages.json?q=under-way')
    await waitForBlocked(client)

    const drained = drain(suite().app, 0)
    await expect.poll(() => refusesConnections(port)).toBe(true)
    await client.query('commit')
    client.release()
    expect(await pending).toMatchObject({ status: 200, body: expect.stringContaining('"total":0') })
    await drained
  })
})

function refusesConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(false)
    })
    socket.once('error', () => resolve(true))
  })
}

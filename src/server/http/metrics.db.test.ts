import { expect, it } from 'vitest'
import { appForSuite } from '#test/app.ts'
import { databaseTest } from '#test/database.ts'

const TOKEN = 'a token of the monitor'

databaseTest('/metrics without a token', (connection) => {
  const suite = appForSuite(connection)
  const read = (headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
    suite().app.inject({ url: '/metrics', headers, remoteAddress })

  it.each(['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via'])(
    'is available to this machine only, and not to requests with %s',
    async (header) => {
      expect((await read()).statusCode).toBe(200)
      expect((await read({ [header]: '203.0.113.9' })).statusCode).toBe(404)
      expect((await read({}, '203.0.113.9')).statusCode).toBe(404)
      expect((await read({ authorization: 'Bearer undefined' }, '203.0.113.9')).statusCode).toBe(404)
    },
  )
})

databaseTest('/metrics with a token', (connection) => {
  const suite = appForSuite(connection, { METRICS_TOKEN: TOKEN })
  const read = (headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
    suite().app.inject({ url: '/metrics', headers, remoteAddress })

  it('requires the token from every client, including this machine', async () => {
    expect((await read({})).statusCode).toBe(404)
    for (const wrong of ['', TOKEN, `Bearer ${TOKEN} `, `Bearer ${TOKEN.slice(1)}`, `bearer x`, 'Bearer '])
      expect((await read({ authorization: wrong })).statusCode, wrong).toBe(404)
    expect((await read({ authorization: `Bearer ${TOKEN}` })).statusCode).toBe(200)
    const behindProxy = { authorization: `Bearer ${TOKEN}`, 'x-forwarded-for': '203.0.113.9' }
    expect((await read(behindProxy, '203.0.113.9')).statusCode).toBe(200)
  })
})

databaseTest('/metrics behind a proxy without a token', (connection) => {
  const suite = appForSuite(connection, { TRUST_PROXY: '1' })

  it('is unavailable, since every request seems to come from this machine', async () => {
    expect((await suite().app.inject({ url: '/metrics' })).statusCode).toBe(404)
  })
})

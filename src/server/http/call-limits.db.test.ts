import { expect, it } from 'vitest'
import { appForSuite } from '#test/app.ts'
import { databaseTest } from '#test/database.ts'

databaseTest('call limits', (connection) => {
  const suite = appForSuite(connection, { RATE_LIMITS: 'on' })
  const read = (url: string, remoteAddress: string) => suite().app.inject({ url, remoteAddress })

  it('allows an IP address 120 quotes per minute and reports when to retry', async () => {
    for (let n = 0; n < 120; n++)
      expect((await read('/checkout/quotes.json?zipcode=07631', '203.0.113.1')).statusCode).toBe(200)
    const { statusCode, headers } = await read('/checkout/quotes.json?zipcode=07631', '203.0.113.1')
    expect(statusCode).toBe(429)
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect((await read('/checkout/quotes.json?zipcode=07631', '203.0.113.2')).statusCode).toBe(200)
    expect((await read('/cart.json', '203.0.113.1')).statusCode).toBe(200)
  })
})

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { appForSuite } from '#test/app.ts'
import { databaseTest } from '#test/database.ts'

databaseTest('call limits', (connection) => {
  const suite = appForSuite(connection, { RATE_LIMITS: 'on' })
  const read = (url: string, remoteAddress: string) => suite().app.inject({ url, remoteAddress })

  it('allows an IP address 120 quotes per minute and reports when to retry', async () => {
    for (let n = 0; n < 120; n++)
      expect((await read('/checkout/quotes.json?zipcode=07631', '203.0.113.1')).statusCode).toBe(200)
    const { json, headers } = await read('/checkout/quotes.json?zipcode=07631', '203.0.113.1')
    expect(json()).toMatchObject({ status: 429, code: 'too_many_requests' })
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect((await read('/checkout/quotes.json?zipcode=07631', '203.0.113.2')).statusCode).toBe(200)
    expect((await read('/cart.json', '203.0.113.1')).statusCode).toBe(200)
  })

  it('counts requests for made-up uploads, and still serves stored pictures', async () => {
    const uploads = join(suite().services.config.dataDir, 'uploads')
    mkdirSync(uploads, { recursive: true })
    writeFileSync(join(uploads, 'jar-640.webp'), 'jar')
    const readStatuses = async (ending: string, address: string, times: number) => {
      const statuses = new Set<number>()
      for (let n = 0; n < times; n++) {
        const name = n.toString(16).padStart(32, '0')
        statuses.add((await read(`/uploads/${name}${ending}`, address)).statusCode)
      }
      return [...statuses]
    }
    expect(await readStatuses('-640.webp', '203.0.113.3', 60)).toEqual([404])
    expect(await readStatuses('-640.webp', '203.0.113.3', 1)).toEqual([429])
    expect((await read('/uploads/jar-640.webp', '203.0.113.3')).statusCode).toBe(200)
    // Attachments query the database, and count as calls do.
    expect(await readStatuses('.pdf', '203.0.113.4', 600)).toEqual([404])
    expect(await readStatuses('.pdf', '203.0.113.4', 1)).toEqual([429])
  })
})

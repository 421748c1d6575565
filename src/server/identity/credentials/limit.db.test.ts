import pg from 'pg'
import { expect, it } from 'vitest'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { databaseTest, postgresTest } from '#test/database.ts'
import { waitForBlocked } from '#test/wait.ts'
import { countAttempts } from './attempts.ts'

databaseTest('attempts that are counted together', (connection) => {
  it('are counted in sequence, each against all of its limits or none', async () => {
    const fromLimit = (key: string) => ({ kind: 'from', most: 2, seconds: 60, key })
    const toLimit = (key: string) => ({ kind: 'to', most: 3, seconds: 600, key })
    const attempts = [
      [fromLimit('a'), toLimit('x')],
      [fromLimit('a'), toLimit('x')],
      [fromLimit('a'), toLimit('y')],
      [fromLimit('b'), toLimit('x')],
      [fromLimit('b'), toLimit('x')],
      [fromLimit('b'), toLimit('y')],
    ]
    const count = () => inTransaction(connection().db, (trx) => countAttempts(trx, attempts))
    const waits = async () => (await count()).map((counted) => (counted.ok ? 0 : counted.refusal.waitSeconds))
    expect(await waits()).toEqual([0, 0, 60, 0, 600, 0])
    const { rows } = await connection().pool.query(
      `select kind || ' ' || key as of, count(*)::int from attempts group by 1 order by 1`,
    )
    expect(rows).toEqual([
      { of: 'from a', count: 2 },
      { of: 'from b', count: 2 },
      { of: 'to x', count: 3 },
      { of: 'to y', count: 1 },
    ])
    expect((await waits()).every((seconds) => seconds > 0)).toBe(true)
    expect((await connection().pool.query('select count(*)::int from attempts')).rows).toEqual([{ count: 8 }])
  })
})

postgresTest('a burst of guesses', (database) => {
  const suite = appForSuite(database, { RATE_LIMITS: 'on' })

  it('uses one connection: other requests are served, and each guess is checked or refused', async () => {
    const ip = '192.0.2.7'
    const other = new pg.Client({ connectionString: database().url })
    await other.connect()
    try {
      const lock = `hashtextextended('login from ${ip}', 0)`
      await other.query(`select pg_advisory_lock(${lock})`)
      const guesses = Promise.all(
        Array.from({ length: 100 }, (_, n) =>
          browserOf(suite).post('/login', { email: 'nobody@example.com', password: `guess ${n}` }, ip),
        ),
      )
      await waitForBlocked(other)
      const carts = await Promise.all(Array.from({ length: 20 }, () => browserOf(suite).get('/cart.json')))
      expect(carts.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200))
      await waitForBlocked(other)
      await other.query(`select pg_advisory_unlock(${lock})`)
      const statuses = (await guesses).map(({ statusCode }) => statusCode).sort()
      expect(statuses).toEqual([...Array(20).fill(401), ...Array(80).fill(429)])
    } finally {
      await other.end()
    }
  })
})

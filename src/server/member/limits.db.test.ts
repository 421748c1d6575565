import { expect, it } from 'vitest'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { databaseTest } from '#test/database.ts'
import { makeUser } from '#test/factories.ts'
import { hashPassword } from './password.ts'

databaseTest('the limits of signing in', (connection) => {
  const suite = appForSuite(connection, { RATE_LIMITS: 'on' })

  it('twenty checks from one address in 15 minutes, in any letter case; the owner still gets in from another', async () => {
    const email = 'Owner@example.com'
    const owner = await makeUser(connection().db, { email: email.toLowerCase() })
    const password_hash = await hashPassword('orchid lamp 48')
    await connection().db.updateTable('users').set({ password_hash }).where('id', '=', owner.id).execute()
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) => {
        const given = { email: n % 2 ? email : email.toUpperCase(), password: 'wrong wrong', extra: n }
        return browserOf(suite).post('/login', given, '192.0.2.1')
      }),
    )
    const refused = answers.filter(({ statusCode }) => statusCode === 429)
    expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(20)
    expect(refused).toHaveLength(10)
    const wait = Number(refused[0]?.headers['retry-after'])
    expect(wait).toBeGreaterThan(800)
    expect(wait).toBeLessThanOrEqual(900)
    const answer = await browserOf(suite).post('/login', { email, password: 'orchid lamp 48' }, '192.0.2.2')
    expect(answer.statusCode).toBe(200)
  })

  it('two hundred checks of one account in an hour, from however many addresses', async () => {
    const email = 'target@example.com'
    await connection().pool.query(
      `insert into attempts (kind, key) select 'login to', $1 from generate_series(1, 199)`,
      [email],
    )
    const attempt = (address: string) => browserOf(suite).post('/login', { email, password: 'wrong wrong' }, address)
    expect((await attempt('192.0.2.20')).statusCode).toBe(401)
    expect((await attempt('192.0.2.21')).statusCode).toBe(429)
  })

  it('five mails with a link an hour for one mailbox, known or not', async () => {
    for (const email of ['limited@example.com', 'Limited@example.com']) {
      for (let n = 0; n < 3; n++) await browserOf(suite).post('/password/forgot', { email })
    }
    const answer = await browserOf(suite).post('/password/forgot', { email: 'limited@example.com' })
    expect(answer.statusCode).toBe(429)
  })
})

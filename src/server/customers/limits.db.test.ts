import { expect, it } from 'vitest'
import { hashPassword } from '#server/identity/credentials/password.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { databaseTest } from '#test/database.ts'
import { makeUser } from '#test/factories.ts'
import { signInNewMember } from '#test/member.ts'

databaseTest('the sign-in limits', (connection) => {
  const suite = appForSuite(connection, { RATE_LIMITS: 'on' })

  it('allow twenty checks from one IP address in 15 minutes, in any letter case; the owner can still sign in from another', async () => {
    const email = 'Owner@example.com'
    const owner = await makeUser(connection().db, { email: email.toLowerCase() })
    const password_hash = await hashPassword('orchid lamp 48')
    await connection().db.updateTable('users').set({ password_hash }).where('id', '=', owner.id).execute()
    const responses = await Promise.all(
      Array.from({ length: 30 }, (_, n) => {
        const body = { email: n % 2 ? email : email.toUpperCase(), password: 'wrong wrong', extra: n }
        return browserOf(suite).post('/login', body, '192.0.2.1')
      }),
    )
    const refused = responses.filter(({ statusCode }) => statusCode === 429)
    expect(responses.filter(({ statusCode }) => statusCode === 401)).toHaveLength(20)
    expect(refused).toHaveLength(10)
    const wait = Number(refused[0]?.headers['retry-after'])
    expect(wait).toBeGreaterThan(800)
    expect(wait).toBeLessThanOrEqual(900)
    const response = await browserOf(suite).post('/login', { email, password: 'orchid lamp 48' }, '192.0.2.2')
    expect(response.statusCode).toBe(200)
  })

  it('allow two hundred checks of one account in an hour, from any number of IP addresses', async () => {
    const email = 'target@example.com'
    await connection().pool.query(
      `insert into attempts (kind, key) select 'login to', $1 from generate_series(1, 199)`,
      [email],
    )
    const attempt = (ip: string) => browserOf(suite).post('/login', { email, password: 'wrong wrong' }, ip)
    expect((await attempt('192.0.2.20')).statusCode).toBe(401)
    expect((await attempt('192.0.2.21')).statusCode).toBe(429)
  })

  it('allow five mails with a link per hour for one mailbox, known or not', async () => {
    for (const email of ['limited@example.com', 'Limited@example.com']) {
      for (let n = 0; n < 3; n++) await browserOf(suite).post('/password/forgot', { email })
    }
    const response = await browserOf(suite).post('/password/forgot', { email: 'limited@example.com' })
    expect(response.statusCode).toBe(429)
  })

  const createMember = async (email: string) => {
    const member = await signInNewMember(suite, connection, { email })
    const password_hash = await hashPassword('orchid lamp 48')
    await connection().db.updateTable('users').set({ password_hash }).where('id', '=', member.user.id).execute()
    return member
  }

  it('allow ten wrong current passwords per account in 15 minutes across all forms; right ones do not count', async () => {
    const member = await createMember('current@example.com')
    const start = (current_password: string) => member.post('/account/security/start', { current_password })
    for (let n = 0; n < 3; n++) expect((await start('orchid lamp 48')).statusCode).toBe(409)
    const change = (current_password: string) =>
      member.post('/account/password/change', {
        current_password,
        new_password: 'tulip lamp 49',
        confirmation: 'tulip lamp 49',
      })
    const responses = await Promise.all(Array.from({ length: 12 }, (_, n) => (n % 2 ? start : change)('wrong wrong')))
    const statuses = responses.map(({ statusCode }) => statusCode).sort()
    expect(statuses).toEqual([...Array(10).fill(401), ...Array(2).fill(429)])
    expect((await change('orchid lamp 48')).statusCode).toBe(429)
    // Wrong passwords in an unlocked browser do not block sign-in.
    const login = { email: 'current@example.com', password: 'orchid lamp 48' }
    expect((await browserOf(suite).post('/login', login, '192.0.2.60')).statusCode).toBe(200)
  })

  it('keep codes that a stranger with the password tries at sign-in from blocking the account’s own session', async () => {
    const member = await createMember('codes@example.com')
    await connection().pool.query(`insert into attempts (kind, key) select 'code of', $1 from generate_series(1, 10)`, [
      String(member.user.id),
    ])
    const login = { email: 'codes@example.com', password: 'orchid lamp 48', code: '000000' }
    expect((await browserOf(suite).post('/login', login, '192.0.2.61')).statusCode).toBe(429)
    const responses: number[] = []
    for (let n = 0; n < 11; n++) {
      responses.push((await member.post('/account/security/confirm', { code: '000000' })).statusCode)
    }
    expect(responses).toEqual([...Array(10).fill(409), 429])
  })

  it('allow five exports and five erasures a day, not counting mistyped passwords', async () => {
    for (const action of ['export', 'erase']) {
      const member = await createMember(`${action}@example.com`)
      const post = async (current_password: string) =>
        (await member.post(`/account/my-data/${action}`, { current_password })).statusCode
      for (let n = 0; n < 6; n++) expect(await post('orchid lamp 84')).toBe(401)
      for (let n = 0; n < 5; n++) expect(await post('orchid lamp 48')).toBe(200)
      expect(await post('orchid lamp 48')).toBe(429)
    }
  })

  it('allow twenty mailed links of any kind from one IP address in 15 minutes', async () => {
    const tryLink = (n: number) =>
      n % 2
        ? browserOf(suite).post('/email/undo', { token: `${n}`.padStart(43, 'x') }, '192.0.2.70')
        : browserOf(suite).post(
            '/password/reset',
            { token: `${n}`.padStart(43, 'x'), password: 'orchid lamp 48', confirmation: 'orchid lamp 48' },
            '192.0.2.70',
          )
    const responses = await Promise.all(Array.from({ length: 24 }, (_, n) => tryLink(n)))
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([
      ...Array(20).fill(422),
      ...Array(4).fill(429),
    ])
  })

  it('allow five email changes a day per account, including refused ones', async () => {
    const member = await createMember('changes@example.com')
    const save = (email: string) =>
      member.post('/account/profile/save', { first_name: 'Ana', last_name: 'Reyes', email }, '192.0.2.80')
    const statuses: number[] = []
    for (const email of ['a', 'b', 'owner', 'owner', 'c', 'd', 'owner']) {
      statuses.push((await save(`${email}@example.com`)).statusCode)
    }
    expect(statuses).toEqual([200, 200, 422, 422, 200, 429, 429])
    expect((await save('changes@example.com')).statusCode).toBe(200)
  })

  it('allow thirty checks per minute whether an email is taken, across all calls', async () => {
    const member = await createMember('asks@example.com')
    const statuses: number[] = []
    for (let n = 0; n < 32; n++) {
      const response =
        n % 2
          ? await member.post('/check-email', { email: 'owner@example.com' }, '192.0.2.90')
          : await member.post(
              '/account/profile/save',
              { first_name: 'Ana', last_name: 'Reyes', email: 'asks@example.com' },
              '192.0.2.90',
            )
      statuses.push(response.statusCode)
    }
    expect(statuses).toEqual([...Array(30).fill(200), 429, 429])
  })
})

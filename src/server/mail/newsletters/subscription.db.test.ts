import { expect, it } from 'vitest'
import { serverMessages } from '#contract/base/server-messages.ts'
import { writeQueuedMail } from '#server/mail/outbox/mail.jobs.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { databaseTest } from '#test/database.ts'
import { makeStaff, staffSession } from '#test/staff.ts'
import { makeUnsubscribeToken } from './unsubscribe-token.ts'

databaseTest('newsletter subscriptions', (connection, engine) => {
  const suite = appForSuite(connection)
  const query = async (text: string, values: unknown[] = []) => (await connection().pool.query(text, values)).rows
  const subscribe = (email: string) => browserOf(suite).post('/newsletter/subscribe', { email })
  const readState = async (email: string) =>
    (await query('select state from newsletter_subscribers where email = $1', [email]))[0]?.state
  const listMails = (email: string) =>
    query(
      `select data from pgboss.job job join newsletter_subscribers reader on (data ->> 'subscriber_id')::int = reader.id
        where name = 'mail' and email = $1 order by created_on`,
      [email],
    )
  /** Returns the token of the latest email, as it is written. */
  const extractToken = async (email: string) => {
    const { data } = (await listMails(email)).at(-1) ?? {}
    const mail = await writeQueuedMail(suite().services, data)
    expect(mail?.to).toBe(email)
    const [, token = ''] = /\/newsletter\/confirm\/([\w-]{43})\n/.exec(mail?.text ?? '') ?? []
    expect(mail?.text).toContain(`/newsletter/end/${token}`)
    return token
  }
  const follow = (token: string, action: 'confirm' | 'end') =>
    action === 'confirm'
      ? browserOf(suite).post('/newsletter/confirm', { token })
      : browserOf(suite).post(`/newsletter/end/${token}`, {})

  it('start only once confirmed through the emailed link, which works once and is stored as a hash', async () => {
    expect((await subscribe('Ana@example.com')).json()).toEqual({})
    expect(await readState('ana@example.com')).toBe('asked')
    const token = await extractToken('ana@example.com')
    const [row] = await query(
      `select row_to_json(s)::text as kept from newsletter_subscribers s where email = 'ana@example.com'`,
    )
    expect(row.kept).not.toContain(token)
    expect((await follow(token, 'confirm')).statusCode).toBe(200)
    expect(await readState('ana@example.com')).toBe('confirmed')
    const repeated = await follow(token, 'end')
    expect(repeated.json()).toMatchObject({ status: 422, code: 'link_expired', detail: serverMessages.linkExpired })
    expect(await readState('ana@example.com')).toBe('confirmed')
  })

  it('do not reveal whether an address was known, and do not email a subscriber again', async () => {
    const responses = []
    for (const email of ['ana@example.com', 'bea@example.com', 'bea@example.com'])
      responses.push(await subscribe(email))
    expect(new Set(responses.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
    expect(await listMails('ana@example.com')).toHaveLength(1)
    // Nobody else can have an address emailed repeatedly.
    expect(await listMails('bea@example.com')).toHaveLength(1)
    await query(
      `update newsletter_subscribers set mailed_at = now() - interval '16 minutes' where email = 'bea@example.com'`,
    )
    const older = await extractToken('bea@example.com')
    await subscribe('bea@example.com')
    expect(await listMails('bea@example.com')).toHaveLength(2)
    await extractToken('bea@example.com')
    expect((await follow(older, 'confirm')).statusCode).toBe(422)
  })

  it('end through the same link, until they subscribe again', async () => {
    await subscribe('cleo@example.com')
    expect((await follow(await extractToken('cleo@example.com'), 'end')).statusCode).toBe(200)
    expect(await readState('cleo@example.com')).toBe('ended')
    const [{ data }] = await listMails('cleo@example.com')
    expect(await writeQueuedMail(suite().services, data)).toBeUndefined()
    // Works immediately, since the page that ended the subscription says so; the delay applies again afterward.
    await subscribe('cleo@example.com')
    await subscribe('cleo@example.com')
    expect(await readState('cleo@example.com')).toBe('asked')
    expect(await listMails('cleo@example.com')).toHaveLength(2)
    expect((await follow(await extractToken('cleo@example.com'), 'confirm')).statusCode).toBe(200)
  })

  it('ignore expired and unknown links', async () => {
    await subscribe('dora@example.com')
    const token = await extractToken('dora@example.com')
    await query(
      `update newsletter_subscribers set token_expires_at = now() - interval '1 second' where email = 'dora@example.com'`,
    )
    for (const invalidToken of [token, 'nothing', ''])
      expect((await follow(invalidToken, 'confirm')).statusCode).toBe(422)
    expect(await readState('dora@example.com')).toBe('asked')
  })

  it('has links that respond with 410 once used, expired or invented', async () => {
    const open = async (action: 'confirm' | 'end', token: string) =>
      (await browserOf(suite).get(`/newsletter/${action}/${token}.json`)).statusCode
    await subscribe('gina@example.com')
    const token = await extractToken('gina@example.com')
    expect([await open('confirm', token), await open('end', token)]).toEqual([200, 200])
    expect([await open('confirm', 'nothing'), await open('end', 'nothing'), await open('end', 'dead')]).toEqual([
      410, 410, 410,
    ])
    await follow(token, 'confirm')
    expect([await open('confirm', token), await open('end', token)]).toEqual([410, 410])
    // The page after an unsubscription, and the link of a newsletter, which never ends.
    expect(await open('end', 'done')).toBe(200)
    const signed = makeUnsubscribeToken(suite().services.signer, { subscriberId: 1, newsletterId: 1, made: 1 })
    expect([await open('end', signed), await open('end', `${signed.slice(0, -1)}!`)]).toEqual([200, 410])
    await query(`delete from newsletter_subscribers where email = 'gina@example.com'`)
  })

  it('are listed for staff, latest first, by state and prefix', async () => {
    const browser = browserOf(suite)
    expect((await browser.get('/admin/newsletter/subscribers.json')).statusCode).toBe(401)
    browser.jar.set('staff', await staffSession(connection().db, (await makeStaff(connection().db, 'clerk')).id))
    const list = async (search = '') => (await browser.get(`/admin/newsletter/subscribers.json${search}`)).json()
    expect(await list('?search=A')).toMatchObject({
      data: [{ email: 'ana@example.com', state: 'confirmed', source: 'footer', ended_at: null }],
      next: null,
      counts: { asked: 2, confirmed: 2, ended: 0, bounced: 0 },
    })
    expect((await list('?search=%25')).data).toEqual([])
    expect((await list('?state=asked')).data.map(({ email }: { email: string }) => email)).toEqual([
      'dora@example.com',
      'bea@example.com',
    ])
    await query(
      `insert into newsletter_subscribers (email) select 'many' || n || '@example.com' from generate_series(1, 55) n`,
    )
    const first = await list('?search=many')
    const second = await list(`?search=many&after=${first.next}`)
    expect([first.data.length, second.data.length, second.next]).toEqual([50, 5, null])
    expect((await browser.get('/admin/newsletter/subscribers.json?state=x')).statusCode).toBe(422)
  })

  it.runIf(engine === 'postgres')('send one email for twenty concurrent requests for the same address', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => subscribe('eva@example.com')))
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect(await listMails('eva@example.com')).toHaveLength(1)
    const token = await extractToken('eva@example.com')
    const result = await Promise.all(Array.from({ length: 10 }, (_, n) => follow(token, n % 2 ? 'confirm' : 'end')))
    expect(result.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  })
})

import { beforeAll, expect, it } from 'vitest'
import type { Newsletter } from '#contract/mail/admin-newsletter.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { MailDraft } from '#server/platform/mail/mail-text.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { databaseTest } from '#test/database.ts'
import { makeStaff, staffSession } from '#test/staff.ts'
import { type PostDraft, sendNewsletter } from './send-newsletter.ts'
import { stopNewsletter } from './start-newsletter.ts'
import { makeUnsubscribeToken } from './unsubscribe-token.ts'

databaseTest('newsletters', (connection) => {
  const suite = appForSuite(connection, { SHOP_NEWSLETTER_PER_MINUTE: '0' })
  const query = async (text: string, values: unknown[] = []) => (await connection().pool.query(text, values)).rows
  const manager = async () => {
    const browser = browserOf(suite)
    const staff = await makeStaff(connection().db, 'manager')
    browser.jar.set('staff', await staffSession(connection().db, staff.id))
    return { browser, staff }
  }
  const write = async (browser: ReturnType<typeof browserOf>, subject = 'New in March', body = 'Hello.') =>
    (await browser.post('/admin/newsletters/write', { subject, body })).json() as Newsletter
  /** Creates a newsletter that is being sent. */
  const started = async () => {
    const { browser } = await manager()
    const { id, version } = await write(browser)
    const response = await browser.post(`/admin/newsletters/${id}/send`, { expected_version: version })
    expect(response.statusCode).toBe(200)
    return {
      id,
      browser,
      readNewsletter: async () => (await browser.get(`/admin/newsletters/${id}.json`)).json() as Newsletter,
    }
  }
  const running = new AbortController()
  const send = (id: number, post: PostDraft) => sendNewsletter(suite().services, id, post, running.signal)
  /** Starts a mail server that accepts everything, except for these errors. */
  const mailServer = (errors: Record<string, object> = {}) => {
    const delivered: MailDraft[] = []
    const post: PostDraft = async (draft) => {
      const error = errors[draft.to]
      if (error) throw Object.assign(new Error('no'), error)
      delivered.push(draft)
    }
    return { delivered, post, to: () => delivered.map(({ to }) => to).sort() }
  }
  const queued = () =>
    query(
      `select data, round(extract(epoch from start_after - created_on))::int as later from pgboss.job where name = 'newsletter' order by created_on`,
    )

  beforeAll(async () => {
    await query(`insert into newsletter_subscribers (email, state, confirmed_at, ended_at, bounced_at) values
      ('ana@example.com', 'confirmed', now(), null, null), ('bea@example.com', 'confirmed', now(), null, null),
      ('cleo@example.com', 'confirmed', now(), null, null), ('asked@example.com', 'asked', null, null, null),
      ('ended@example.com', 'ended', now(), now(), null), ('bounced@example.com', 'confirmed', now(), null, now())`)
  })
  const subscribe = ['ana@example.com', 'bea@example.com', 'cleo@example.com']

  it('show the second of two authors the changes of the first', async () => {
    const { browser } = await manager()
    const other = (await manager()).browser
    const draft = await write(browser)
    const save = (by: typeof browser, body: string, expected_version: string) =>
      by.post(`/admin/newsletters/${draft.id}/save`, { subject: draft.subject, body, expected_version })
    const saveResponse = (await save(browser, 'Hello, all.', draft.version)).json()
    expect(saveResponse).toMatchObject({ body: 'Hello, all.', version: String(Number(draft.version) + 1) })
    const staleResponse = await save(other, 'Hi.', draft.version)
    expect(staleResponse.json()).toMatchObject({ status: 409, code: 'stale', current: { body: 'Hello, all.' } })
    expect((await save(other, 'Hello, all. ', saveResponse.version)).json().version).toBe(saveResponse.version)
    expect(
      (await other.post(`/admin/newsletters/${draft.id}/discard`, { expected_version: draft.version })).statusCode,
    ).toBe(409)
    expect(
      (await other.post(`/admin/newsletters/${draft.id}/discard`, { expected_version: saveResponse.version })).json(),
    ).toEqual({})
    expect((await browser.get(`/admin/newsletters/${draft.id}.json`)).statusCode).toBe(404)
    const entries = await query(
      `select action from audit_entries where subject_kind = 'newsletter' and subject_id = $1 order by id`,
      [String(draft.id)],
    )
    expect(entries.map(({ action }) => action)).toEqual([
      'newsletter.created',
      'newsletter.changed',
      'newsletter.discarded',
    ])
  })

  it('are not sent in an outdated version, with an invalid text, or by a clerk', async () => {
    const { browser } = await manager()
    const { id, version } = await write(browser, '', 'See [it](nowhere).')
    const send = (expected_version: string) => browser.post(`/admin/newsletters/${id}/send`, { expected_version })
    expect((await send('another')).json().code).toBe('stale')
    const unfit = await send(version)
    expect([unfit.json().code, Object.keys(unfit.json().errors)]).toEqual(['invalid', ['subject', 'body']])
    const readers = await query(
      `update newsletter_subscribers set state = 'ended', ended_at = now() where state = 'confirmed' returning id`,
    )
    const fit = await write(browser)
    const unread = await browser.post(`/admin/newsletters/${fit.id}/send`, { expected_version: fit.version })
    expect(unread.json()).toMatchObject({ status: 422, code: 'no_subscribers' })
    await query(`update newsletter_subscribers set state = 'confirmed', ended_at = null where id = any($1)`, [
      readers.map(({ id }) => id),
    ])
    const clerk = browserOf(suite)
    clerk.jar.set('staff', await staffSession(connection().db, (await makeStaff(connection().db, 'clerk')).id))
    expect((await clerk.post(`/admin/newsletters/${id}/send`, { expected_version: version })).statusCode).toBe(403)
    browser.jar.set(
      'staff',
      await staffSession(connection().db, (await makeStaff(connection().db, 'manager')).id, false),
    )
    expect((await send(version)).statusCode).toBe(403)
  })

  it('go once to every subscriber, with a one-click unsubscribe link in the headers', async () => {
    const { id, readNewsletter } = await started()
    expect((await queued()).at(-1)?.data).toEqual({ newsletter_id: id })
    const { delivered, post, to } = mailServer()
    await send(id, post)
    expect(to()).toEqual(subscribe)
    expect(await readNewsletter()).toMatchObject({
      state: 'sent',
      counts: {
        recipients: 3,
        sent: 3,
        refused: 0,
        failed: 0,
        unknown: 0,
        withdrawn: 0,
        remaining: 0,
        unsubscribed: 0,
      },
    })
    await send(id, post)
    expect(delivered).toHaveLength(3)

    const ana = delivered.find((draft) => draft.to === 'ana@example.com')
    expect(ana?.headers?.['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
    const [, path = ''] =
      /^<http:\/\/[^/]+(\/newsletter\/end\/[\w.-]+)>$/.exec(ana?.headers?.['List-Unsubscribe'] ?? '') ?? []
    expect(String(ana?.values.unsubscribe_link).endsWith(path)).toBe(true)
    const stateOfAna = async () =>
      (await query(`select state, ended_at from newsletter_subscribers where email = 'ana@example.com'`))[0]
    // Email clients send no cookie, token or sign-in (RFC 8058), and use either encoding.
    const click = (headers: Record<string, string>, payload: string) =>
      suite().app.inject({ method: 'POST', url: path, headers, payload })
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const clicked = await click({ ...form, accept: 'text/html' }, 'List-Unsubscribe=One-Click')
    expect([clicked.statusCode, clicked.headers['set-cookie']]).toEqual([200, undefined])
    const ended = await stateOfAna()
    expect(ended.state).toBe('ended')
    const multipart = '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
    const repeated = await click({ 'content-type': 'multipart/form-data; boundary=x' }, multipart)
    expect(repeated.statusCode).toBe(200)
    // The form of the unsubscribe page, without scripts.
    const page = await click({ ...form, accept: 'text/html' }, '')
    expect([page.statusCode, page.headers.location]).toEqual([303, '/newsletter/end/done'])
    expect(await stateOfAna()).toEqual(ended)
    expect((await readNewsletter()).counts.unsubscribed).toBe(1)
    expect((await suite().app.inject({ method: 'GET', url: path })).statusCode).not.toBe(200)

    for (const token of [`${path.slice(0, -1)}x`, path.replace('/end/', '/end/1'), '/newsletter/end/1.1.1.']) {
      const { statusCode } = await suite().app.inject({ method: 'POST', url: token, headers: form, payload: '' })
      expect([token, statusCode]).toEqual([token, 422])
    }
    const invalidLink = await suite().app.inject({
      method: 'POST',
      url: '/newsletter/end/x',
      headers: { ...form, accept: 'text/html' },
    })
    expect([invalidLink.statusCode, invalidLink.headers.location]).toEqual([303, '/newsletter/end/dead'])
    await query(`update newsletter_subscribers set state = 'confirmed' where email = 'ana@example.com'`)
  })

  it('never unsubscribe another person, even if an id is reused', async () => {
    const [bea] = await query(
      `select id, (extract(epoch from created_at) * 1000000)::bigint::float8 as made from newsletter_subscribers where email = 'bea@example.com'`,
    )
    const end = (token: string) => browserOf(suite).post(`/newsletter/end/${token}`, {})
    const { signer } = suite().services
    const makeToken = (made: number) => makeUnsubscribeToken(signer, { subscriberId: bea.id, newsletterId: 1, made })
    expect((await end(makeToken(bea.made - 1))).statusCode).toBe(200)
    const state = async () => (await query('select state from newsletter_subscribers where id = $1', [bea.id]))[0].state
    expect(await state()).toBe('confirmed')
    expect((await end(makeToken(bea.made))).statusCode).toBe(200)
    expect(await state()).toBe('ended')
    await query(`update newsletter_subscribers set state = 'confirmed' where id = $1`, [bea.id])
  })

  it('are retried if not accepted, and report which recipients were refused', async () => {
    const { id, browser, readNewsletter } = await started()
    const rcpt = { code: 'EENVELOPE', command: 'RCPT TO' }
    const busyMailbox = { ...rcpt, responseCode: 450, response: '450 4.2.1 later' }
    const missingMailbox = { ...rcpt, responseCode: 550, response: '550 5.1.1 none' }
    await send(id, mailServer({ 'bea@example.com': busyMailbox, 'cleo@example.com': missingMailbox }).post)
    expect(await readNewsletter()).toMatchObject({ state: 'sending', counts: { sent: 1, refused: 1, remaining: 1 } })
    const { later: laterId } = (await queued()).at(-1)
    expect(laterId).toBe(300)
    const list = async () => (await browser.get(`/admin/newsletters/${id}/deliveries.json`)).json().data
    expect(await list()).toMatchObject([
      { email: 'bea@example.com', state: 'waiting', attempts: 1, code: '450 4.2.1' },
      { email: 'cleo@example.com', state: 'refused', next_attempt_at: null, code: '550 5.1.1' },
    ])
    const due = () => query(`update newsletter_deliveries set next_attempt_at = now() where state = 'waiting'`)
    await due()
    const second = mailServer()
    await send(id, second.post)
    expect([second.to(), (await readNewsletter()).state]).toEqual([['bea@example.com'], 'sent'])

    const bounced = (await browser.get('/admin/newsletter/subscribers.json?state=bounced')).json()
    expect(bounced).toMatchObject({
      data: [{ email: 'bounced@example.com' }, { email: 'cleo@example.com', bounce_code: '550 5.1.1' }],
      counts: { bounced: 2 },
    })
    const next = await started()
    // Gives up after five failed retries.
    const busyAna = mailServer({ 'ana@example.com': busyMailbox })
    for (let tries = 1; tries <= 6; tries++) {
      await send(next.id, busyAna.post)
      await due()
    }
    expect(await next.readNewsletter()).toMatchObject({ state: 'sent', counts: { recipients: 2, sent: 1, failed: 1 } })
    await query(`update newsletter_subscribers set bounced_at = null where email = 'cleo@example.com'`)
  })

  it('resume after a process was interrupted, without sending an email twice', async () => {
    const { id, readNewsletter } = await started()
    const first = mailServer()
    let cut = () => {}
    const isCut = new Promise<void>((resolve) => {
      cut = resolve
    })
    // The process ends after the email was sent and before that is recorded.
    const never = send(id, async (draft, mailId) => {
      if (draft.to === 'bea@example.com') {
        cut()
        await new Promise(() => {})
      }
      return first.post(draft, mailId)
    })
    await isCut
    expect(await Promise.race([never, 'not done'])).toBe('not done')
    const second = mailServer()
    await send(id, second.post)
    expect(second.delivered).toEqual([])
    await query(
      `update newsletters set token = 'elsewhere:1:x', heartbeat_at = now() - interval '4 minutes' where id = $1`,
      [id],
    )
    await query(
      `insert into newsletter_subscribers (email, state, confirmed_at) values ('late@example.com', 'confirmed', now())`,
    )
    await send(id, second.post)
    const { state, counts } = await readNewsletter()
    expect([state, counts.recipients, counts.sent + counts.unknown]).toEqual(['sent', 3, 3])
    expect(counts.unknown).toBeGreaterThan(0)
    const all = [...first.to(), ...second.to()]
    expect(new Set(all).size).toBe(all.length)
    expect(all).not.toContain('late@example.com')
    await query(`delete from newsletter_subscribers where email = 'late@example.com'`)
  })

  it('wait for a mail server that accepts nothing, and stop after a day', async () => {
    const { id, browser, readNewsletter } = await started()
    const unreached = { code: 'ESOCKET', command: 'CONN', syscall: 'connect' }
    const unreachable = mailServer(Object.fromEntries(subscribe.map((email) => [email, unreached])))
    await send(id, unreachable.post)
    expect(await readNewsletter()).toMatchObject({
      state: 'sending',
      error: 'ESOCKET',
      counts: { sent: 0, remaining: 3 },
    })
    expect((await queued()).at(-1)).toMatchObject({ data: { newsletter_id: id }, later: 30 })
    await query('update newsletters set faults = 29 where id = $1', [id])
    await query(`update newsletter_deliveries set next_attempt_at = now() where state = 'waiting'`)
    await send(id, unreachable.post)
    expect(await readNewsletter()).toMatchObject({
      state: 'stopped',
      stopped_by: 'mail_server',
      counts: { remaining: 3 },
    })
    expect((await browser.post(`/admin/newsletters/${id}/stop`, {})).json().code).toBe('newsletter_not_sending')
    const text = { subject: 'News', body: 'Hello.', expected_version: '1' }
    expect((await browser.post(`/admin/newsletters/${id}/save`, text)).json()).toMatchObject({
      status: 409,
      code: 'newsletter_started',
      current: { id, state: 'stopped' },
    })
    expect((await browser.post(`/admin/newsletters/${id}/resume`, {})).statusCode).toBe(200)
    expect((await browser.post(`/admin/newsletters/${id}/resume`, {})).json()).toMatchObject({
      status: 409,
      code: 'newsletter_not_stopped',
      current: { id, state: 'sending' },
    })
    await query(`update newsletter_deliveries set next_attempt_at = now() where state = 'waiting'`)
    const isUp = mailServer()
    await send(id, isUp.post)
    expect([isUp.to(), (await readNewsletter()).state]).toEqual([subscribe, 'sent'])
    // None of these counted as an attempt.
    expect(await query('select distinct tries from newsletter_deliveries where newsletter_id = $1', [id])).toEqual([
      { tries: 1 },
    ])
  })

  it('resume after a database error left them to a process that is still running', async () => {
    const { id, readNewsletter } = await started()
    const { delivered, post, to } = mailServer()
    const { services } = suite()
    const get = () => {
      throw new Error('gone')
    }
    const failingServices = { ...services, settings: { ...services.settings, get } }
    await expect(sendNewsletter(failingServices, id, post, running.signal)).rejects.toThrow('gone')
    // The queue retries the job before the other process can be known to have stopped.
    await send(id, post)
    expect(delivered).toEqual([])
    expect((await queued()).at(-1)).toEqual({ data: { newsletter_id: id }, later: 180 })
    await query(`update newsletters set heartbeat_at = now() - interval '180 seconds' where id = $1`, [id])
    await send(id, post)
    expect([to(), (await readNewsletter()).state]).toEqual([subscribe, 'sent'])
  })

  it('stop at once and resume with the remaining recipients who are still subscribed', async () => {
    await query(`insert into newsletter_subscribers (email, state, confirmed_at)
      select 'many' || n || '@example.com', 'confirmed', now() from generate_series(1, 20) n`)
    const { id, browser, readNewsletter } = await started()
    const { staff } = await manager()
    const first = mailServer()
    let isStopped = false
    await send(id, async (draft, mailId) => {
      await first.post(draft, mailId)
      if (isStopped || first.delivered.length < 7) return
      isStopped = true
      await inTransaction(connection().db, (trx) => stopNewsletter(trx, staff.actor, id))
    })
    expect(first.delivered.length).toBeLessThanOrEqual(10)
    const stopped = await readNewsletter()
    expect(stopped).toMatchObject({ state: 'stopped', stopped_by: 'staff', counts: { recipients: 23 } })
    expect(stopped.counts.remaining).toBe(23 - first.delivered.length)
    await send(id, first.post)
    expect(first.delivered.length).toBe(stopped.counts.sent)
    await query(
      `update newsletter_subscribers set state = 'ended', ended_at = now() where email = 'many20@example.com'`,
    )
    expect((await browser.post(`/admin/newsletters/${id}/resume`, {})).statusCode).toBe(200)
    const second = mailServer()
    await send(id, second.post)
    expect(await readNewsletter()).toMatchObject({
      state: 'sent',
      counts: { recipients: 23, sent: 22, withdrawn: 1, remaining: 0 },
    })
    const all = [...first.to(), ...second.to()]
    expect([all.length, new Set(all).size]).toEqual([22, 22])
  })

  it('are previewed as an email, and emailed to their author without being sent', async () => {
    const { browser, staff } = await manager()
    const { id, version } = await write(browser, 'New', '# Kits\n[See](/packages)')
    const preview = (await browser.post('/admin/newsletters/preview', { subject: 'New', body: '# Kits <b>' })).json()
    expect(preview.html).toContain('Kits &lt;b&gt;</h2>')
    expect(preview.text).toContain('Kits <b>')
    expect((await browser.post(`/admin/newsletters/${id}/test`, { expected_version: version })).statusCode).toBe(200)
    const [{ data }] = await query(`select data from pgboss.job where name = 'mail' and data ->> 'mail' = 'newsletter'`)
    expect(data).toEqual({ mail: 'newsletter', newsletter_id: id, staff_id: staff.id })
    expect(await query('select from newsletter_deliveries where newsletter_id = $1', [id])).toEqual([])
  })

  it('are not sent to a mailbox that staff marked as bounced, until they undo that', async () => {
    const { browser } = await manager()
    const { data } = (await browser.get('/admin/newsletter/subscribers.json?search=cleo')).json()
    const [{ id }] = data
    const setBounced = async (bounced: boolean) =>
      (await browser.post(`/admin/newsletter/subscribers/${id}/bounced`, { bounced })).json()
    expect(await setBounced(true)).toMatchObject({ bounce_code: 'by staff', bounced_at: expect.any(String) })
    const before = await setBounced(true)
    const subscriberCount = (await write(browser)).subscriber_count
    expect(await setBounced(false)).toMatchObject({ bounce_code: '', bounced_at: null })
    expect([before.bounce_code, (await write(browser)).subscriber_count]).toEqual(['by staff', subscriberCount + 1])
    const entries = await query(`select action from audit_entries where subject_kind = 'subscriber' order by id`)
    expect(entries.map(({ action }) => action)).toEqual(['subscriber.bounced', 'subscriber.bounce_cleared'])
    expect((await browser.post('/admin/newsletter/subscribers/999999/bounced', { bounced: true })).statusCode).toBe(404)
  })

  it('count a subscriber on the bounce list as bounced', async () => {
    const { browser } = await manager()
    await query(`insert into newsletter_subscribers (email, state, ended_at, bounced_at)
      values ('over@example.com', 'ended', now(), now())`)
    const { data, counts } = (await browser.get('/admin/newsletter/subscribers.json?state=bounced')).json()
    expect(data.map(({ email }: { email: string }) => email)).not.toContain('over@example.com')
    expect(counts.bounced).toBe(data.length)
    await query(`delete from newsletter_subscribers where email = 'over@example.com'`)
  })

  it('have their subscribers exported row by row, with an audit log entry', async () => {
    const { browser } = await manager()
    const response = await browser.get('/admin/newsletter/subscribers.csv')
    const [heading, ...rows] = response.body.trim().split('\n')
    expect(heading).toBe('email,state,requested_by,since,confirmed_at,ended_at,bounced_at,bounce_code')
    expect(rows).toHaveLength((await query('select from newsletter_subscribers')).length)
    expect(rows.at(-1)).toMatch(/^ana@example\.com,confirmed,before,\d{4}-.*Z,\d{4}-.*Z,\d{4}-.*Z,,$/)
    expect(await query(`select from audit_entries where action = 'subscribers.exported'`)).toHaveLength(1)
  })
})

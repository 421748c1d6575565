import { expect, it } from 'vitest'
import type { AdminResponse } from '#contract/admin-calls.ts'
import { composeMail } from '#server/platform/mail/mail-text.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct } from '#test/factories.ts'
import { createMailbox } from '#test/mailbox.ts'
import { signInNewMember } from '#test/member.ts'
import { pickupForm } from '#test/order-forms.ts'
import { openStaffBrowser } from '#test/staff.ts'
import { cleanSpam } from './clean-spam.ts'
import { writeAnswerMail, writeReceivedMail } from './message-emails.ts'

const SHOP = 'counter@shop.example'
const form = {
  name: 'Ana Gomez',
  email: 'ana@example.com',
  subject: 'Shades',
  order_number: '#1004',
  message: 'Hello,\nwhich <shades>?',
}

databaseTest('messages from the contact form', (connection) => {
  const suite = appForSuite(connection, { SHOP_SHOP_EMAIL: SHOP })
  const openStaff = async () => {
    const browser = await openStaffBrowser(suite, 'clerk')
    const list = async (query = '') =>
      (await browser.get(`/admin/messages.json${query}`)).json<AdminResponse<'messages'>>()
    const read = async (id: number) =>
      (await browser.get(`/admin/messages/${id}.json`)).json<AdminResponse<'message'>>()
    const change = (id: number, call: 'answer' | 'state', body: object) =>
      browser.post(`/admin/messages/${id}/${call}`, body)
    return { browser, list, read, change }
  }
  /** Sends a message of its own and returns it as staff see it. */
  let sequence = 0
  async function send(fields: object = {}, browser: ReturnType<typeof browserOf> = browserOf(suite)) {
    const subject = `Question ${++sequence}`
    expect((await browser.post('/contact', { ...form, subject, ...fields })).statusCode).toBe(200)
    const { list, read } = await openStaff()
    const [listed] = (await list(`?search=${encodeURIComponent(subject)}`)).data
    if (!listed) throw new Error(`no message ${subject}`)
    return read(listed.id)
  }

  it('reach the inbox and the shop’s mailbox, once for a form that is sent twice', async () => {
    const browser = browserOf(suite)
    const responses = await Promise.all([browser.post('/contact', form), browser.post('/contact', form)])
    expect(responses.map(({ statusCode, body }) => [statusCode, body])).toEqual([
      [200, '{}'],
      [200, '{}'],
    ])
    const { list, read } = await openStaff()
    const { data } = await list('?state=open')
    expect(data).toEqual([expect.objectContaining({ name: 'Ana Gomez', subject: 'Shades', state: 'open' })])
    expect(await read(data[0]?.id as number)).toMatchObject({
      ...{ email: 'ana@example.com', email_confirmed: false, order_number: '#1004', user_id: null },
      ...{ message: form.message, answers: [], orders: [] },
    })
    expect(await createMailbox(suite).listSubjects(SHOP)).toEqual(['Message from Ana Gomez: Shades'])
    const draft = await writeReceivedMail(suite().services, data[0]?.id as number)
    const mail = draft && composeMail(draft)
    expect(mail?.html).toContain('which &lt;shades&gt;?')
    expect(mail?.text).toContain(`/admin/messages/${data[0]?.id}`)
  })

  it('redirect a form that was sent without scripts, and name what is missing', async () => {
    const browser = browserOf(suite)
    const headers = { accept: 'text/html' }
    const sent = await browser.post('/contact', { ...form, subject: 'Plain form' }, '127.0.0.1', headers)
    expect([sent.statusCode, sent.headers.location]).toEqual([303, '/contact?sent=1'])
    const refused = await browser.post('/contact', { email: 'ana', order_number: '\0' })
    expect([refused.statusCode, Object.keys(refused.json().errors).sort()]).toEqual([
      422,
      ['email', 'message', 'name', 'order_number', 'subject'],
    ])
    const link = await browser.post('/contact', { ...form, name: 'Win at https://evil.example' })
    expect([link.statusCode, Object.keys(link.json().errors)]).toEqual([422, ['name']])
    expect((await browser.post('/contact', { ...form, message: '<b>'.repeat(70_000) })).statusCode).toBe(413)
  })

  it('are not stored if they fill in the hidden field, with the same response', async () => {
    const response = await browserOf(suite).post('/contact', { ...form, subject: 'Trap', website: 'https://a.example' })
    expect([response.statusCode, response.body]).toEqual([200, '{}'])
    expect((await (await openStaff()).list('?search=Trap')).data).toEqual([])
  })

  it('show the orders of the sender’s account only if its address is confirmed and was used', async () => {
    const member = await signInNewMember(suite, connection)
    const { id: product } = await makeProduct(connection().db, { priceCents: 2000 })
    await member.post('/shopping-cart/product/add', { id: product, quantity: 3 })
    const placed = await member.post('/checkout/confirm', pickupForm)
    expect(placed.statusCode).toBe(201)
    const unconfirmed = await send({ email: member.user.email }, member)
    expect(unconfirmed).toMatchObject({ user_id: member.user.id, email_confirmed: false, orders: [] })
    await connection().pool.query('update users set email_verified_at = now() where id = $1', [member.user.id])
    expect(await send({ email: member.user.email }, member)).toMatchObject({
      email_confirmed: true,
      orders: [{ id: placed.json().id }],
    })
    expect(await send({ email: 'other@example.com' }, member)).toMatchObject({ email_confirmed: false })
    // Another visitor types the confirmed address.
    expect(await send({ email: member.user.email })).toMatchObject({
      ...{ user_id: null, email_confirmed: false, orders: [] },
    })
  })

  it('are answered by email with the original quoted, and refuse an answer to what has changed', async () => {
    const { id, version } = await send({ email: 'bea@example.com' })
    const { change, browser, list } = await openStaff()
    const answer = { text: 'Hi,\n\nall of <them>.', expected_version: version }
    const answered = await change(id, 'answer', answer)
    expect(answered.json()).toMatchObject({ state: 'answered', answers: [{ text: answer.text }] })
    const stale = await change(id, 'answer', answer)
    expect([stale.statusCode, stale.json().code, stale.json().current.state]).toEqual([409, 'stale', 'answered'])
    expect((await list('?state=open')).data.map((message) => message.id)).not.toContain(id)
    expect(await createMailbox(suite).listKinds('bea@example.com')).toEqual(['message_answered'])

    const draft = await writeAnswerMail(suite().services, answered.json().answers[0].id)
    const mail = draft && composeMail(draft)
    expect(mail).toMatchObject({ to: 'bea@example.com', headers: { 'Auto-Submitted': 'no' } })
    expect(mail?.subject).toMatch(/^Re: Question /)
    expect(mail?.text).toContain('all of <them>.')
    expect(mail?.text).toContain('you wrote:\nHello,\nwhich <shades>?')
    expect(mail?.html).toContain('all of &lt;them&gt;.')

    const { rows } = await connection().pool.query(
      `select action, actor_kind from audit_entries where subject_kind = 'message' and subject_id = $1 order by id`,
      [String(id)],
    )
    expect(rows).toEqual([
      { action: 'message.received', actor_kind: 'customer' },
      { action: 'message.answered', actor_kind: 'staff' },
    ])
    expect((await browser.post('/admin/messages/2000000000/answer', answer)).statusCode).toBe(404)
  })

  it('are marked as spam, which is deleted after a month, and reopened', async () => {
    const { id, version } = await send()
    const { change, list, read } = await openStaff()
    const spam = await change(id, 'state', { state: 'spam', expected_version: version })
    expect(spam.json()).toMatchObject({ state: 'spam' })
    expect((await change(id, 'state', { state: 'open', expected_version: version })).statusCode).toBe(409)
    expect((await list('?state=spam')).data.map((message) => message.id)).toEqual([id])
    await change(id, 'state', { state: 'open', expected_version: spam.json().version })
    expect(await read(id)).toMatchObject({ state: 'open' })

    await change(id, 'state', { state: 'spam', expected_version: (await read(id)).version })
    const { db } = suite().services
    expect(await cleanSpam(db)).toBe(0)
    await connection().pool.query(`update messages set created_at = now() - interval '31 days' where id = $1`, [id])
    expect(await cleanSpam(db)).toBe(1)
  })

  it('are listed newest first in pages, and found by name, email, subject and order number', async () => {
    await connection().pool.query(
      `insert into messages (name, email, subject, body, order_number, state)
       select 'Élodie ' || n, 'page@example.com', 'Page', 'Text', 'A-' || n, 'answered' from generate_series(1, 60) n`,
    )
    const { list } = await openStaff()
    const first = await list('?search=page%40example.com')
    const second = await list(`?search=page%40example.com&after=${first.next}`)
    expect([first.data.length, second.data.length, second.next]).toEqual([50, 10, null])
    const ids = [...first.data, ...second.data].map(({ id }) => id)
    expect(ids).toEqual(ids.toSorted((a, b) => b - a))
    expect((await list('?search=elodie%2060')).data.map(({ name }) => name)).toEqual(['Élodie 60'])
    expect((await list('?search=a-59')).data).toHaveLength(1)
    expect((await list('?search=%25')).data).toEqual([])
  })

  it('are erased with the guest who wrote them', async () => {
    const { id } = await send({ email: 'gone@example.com' })
    const manager = await openStaffBrowser(suite, 'manager')
    const body = { email: 'gone@example.com' }
    const { version } = (await manager.post('/admin/guests/preview', body)).json()
    const erased = await manager.post('/admin/guests/erase', {
      ...body,
      ...{ reason: 'Asked by letter', expected_version: version, acknowledge_open: false },
    })
    expect(erased.json()).toEqual({ orders: 0 })
    expect((await (await openStaff()).browser.get(`/admin/messages/${id}.json`)).statusCode).toBe(404)
    expect((await manager.post('/admin/guests/preview', body)).statusCode).toBe(404)
  })
})

databaseTest('the limits of the contact form', (connection) => {
  const suite = appForSuite(connection, { RATE_LIMITS: 'on', SHOP_SHOP_EMAIL: SHOP })
  const count = async (source: string): Promise<number> =>
    (await connection().pool.query(`select count(*)::int as n from ${source}`)).rows[0].n

  it('let through five messages an hour of one address, and of one sender', async () => {
    const browser = browserOf(suite)
    const statuses: number[] = []
    for (let n = 0; n < 6; n++) {
      const response = await browser.post('/contact', { ...form, subject: `From one ${n}`, email: `a${n}@example.com` })
      statuses.push(response.statusCode)
    }
    for (let n = 0; n < 6; n++) {
      const response = await browser.post('/contact', { ...form, subject: `Of one ${n}` }, `10.0.0.${n}`)
      statuses.push(response.statusCode)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 200, 200, 200, 200, 200, 429])
  })

  it('keep 1,000 messages from as many addresses out of the database and the mail queue', async () => {
    const browser = browserOf(suite)
    const statuses = await Promise.all(
      Array.from({ length: 1_000 }, async (_, n) => {
        const fields = { ...form, subject: `Flood ${n}`, email: `flood${n}@example.com` }
        return (await browser.post('/contact', fields, `10.1.${n >> 8}.${n & 255}`)).statusCode
      }),
    )
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
    expect(await count('messages')).toBe(60)
    expect(await count(`pgboss.job where name = 'mail'`)).toBe(60)
    expect(await count(`audit_entries where action = 'message.received'`)).toBe(60)
  })
})

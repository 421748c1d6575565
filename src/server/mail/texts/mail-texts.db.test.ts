import { beforeAll, expect, it } from 'vitest'
import type { MailText } from '#contract/mail/texts.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct, makeUser } from '#test/factories.ts'
import { pickupForm } from '#test/order-forms.ts'
import { fillCart, submit } from '#test/shop.ts'
import { makeStaff, staffSession } from '#test/staff.ts'
import { processEmails, writeQueuedMail } from '../outbox/mail.jobs.ts'

const HOSTILE = '<script>alert(1)</script> “{order_link}”'

databaseTest('email texts', (connection, engine) => {
  const suite = appForSuite(connection)
  const ownersBrowser = async () => {
    const owner = await makeStaff(connection().db, 'owner')
    const browser = browserOf(suite)
    browser.jar.set('staff', await staffSession(connection().db, owner.id, true))
    return { owner, browser }
  }
  type Browser = Awaited<ReturnType<typeof ownersBrowser>>['browser']
  const readText = async (browser: Browser, mail: string): Promise<MailText> =>
    (await browser.get(`/admin/settings/mails/${mail}.json`)).json()
  const change = (browser: Browser, mail: string, body: object) =>
    browser.post(`/admin/settings/mails/${mail}/text`, body)
  const preview = (browser: Browser, mail: string, body: object) =>
    browser.post(`/admin/settings/mails/${mail}/preview`, body)
  const LINKED = { subject: 'See {order_number}', body: 'Look, {first_name}.\n\n{order_link: Open it}' }

  let orderId = 0
  beforeAll(async () => {
    const { db } = connection()
    const { id } = await makeProduct(db, { priceCents: 2000 })
    const form = { ...pickupForm, first_name: HOSTILE }
    const placed = await submit(db, suite().services.jobs, {
      form,
      cartOwner: await fillCart(db, [{ id, quantity: 3 }]),
    })
    if (!placed.ok) throw new Error(placed.refusal.code)
    orderId = placed.orderId
  })

  it('apply to emails sent from then on, record who changed them, and can be reset and undone', async () => {
    const { owner, browser } = await ownersBrowser()
    const before = await readText(browser, 'order_link')
    expect(before).toMatchObject({ version: '0', is_changed: false, changed: null, history: [] })
    expect(before.body).toBe(before.default.body)
    const response = (
      await change(browser, 'order_link', { ...LINKED, expected_version: '0', reason: 'Shorter' })
    ).json()
    expect(response).toMatchObject({ ...LINKED, version: '1', is_changed: true, changed: { by: owner.email } })
    const rendered = await writeQueuedMail(suite().services, { mail: 'order_link', order_id: orderId })
    expect(rendered?.subject).toBe(`See ${orderId}`)
    // A customer's name is interpreted neither as a placeholder nor as HTML.
    expect(rendered?.text).toContain(`Look, ${HOSTILE}.`)
    expect(rendered?.html).not.toContain('<script>alert')
    expect(rendered?.html).toMatch(/href="[^"]+\/orders\/[^"]+"[^>]*>Open it</)

    const reset = await browser.post('/admin/settings/mails/order_link/reset', { expected_version: '1', reason: '' })
    expect(reset.json()).toMatchObject({ ...before.default, version: '2', is_changed: false })
    expect(reset.json().history.map(({ text }: { text: unknown }) => text)).toEqual([null, LINKED])
    const restored = (
      await change(browser, 'order_link', { ...LINKED, expected_version: '2', reason: 'Undone' })
    ).json()
    expect(restored).toMatchObject({ ...LINKED, version: '3' })
    const { rows } = await connection().pool.query(
      `select action, payload -> 'after' ->> 'subject' as subject from audit_entries join audit_payloads on entry_id = id
        where subject_kind = 'mail_text' order by id`,
    )
    expect(rows).toEqual([
      { action: 'mail_text.changed', subject: LINKED.subject },
      { action: 'mail_text.reset', subject: null },
      { action: 'mail_text.changed', subject: LINKED.subject },
    ])
    await expect(connection().pool.query(`update mail_text_versions set subject = 'x'`)).rejects.toThrow('append-only')
  })

  it('are rejected with an error at their field if invalid; unknown emails have no page', async () => {
    const { browser } = await ownersBrowser()
    const refused = async (text: object) => {
      const response = await change(browser, 'set_password', {
        subject: 'Hello',
        body: '{password_link}',
        expected_version: '0',
        ...text,
      })
      return [response.statusCode, response.json().errors]
    }
    expect(await refused({ body: 'Dear {frist_name}' })).toEqual([
      422,
      { body: 'This email has no placeholder {frist_name}.' },
    ])
    expect(await refused({ body: 'Set a password soon.' })).toEqual([
      422,
      { body: '{password_link} must be in this email.' },
    ])
    expect(await refused({ subject: '{password_link}' })).toEqual([
      422,
      { subject: '{password_link} can’t be used in the subject.' },
    ])
    expect(await refused({ subject: 'x'.repeat(201), body: 'y'.repeat(10_001) })).toEqual([
      422,
      { subject: 'This text is too long.', body: 'This text is too long.' },
    ])
    expect((await change(browser, 'constructor', { ...LINKED, expected_version: '0' })).statusCode).toBe(404)
    expect((await browser.get('/admin/settings/mails/nothing_such.json')).statusCode).toBe(404)
  })

  it('show the second of two owners the text of the first', async () => {
    const [first, second] = [await ownersBrowser(), await ownersBrowser()]
    const { version } = await readText(second.browser, 'order_paid')
    const currentText = { subject: 'Paid', body: '{order_link}' }
    expect((await change(first.browser, 'order_paid', { ...currentText, expected_version: version })).statusCode).toBe(
      200,
    )
    const staleResponse = await change(second.browser, 'order_paid', {
      subject: 'Thanks',
      body: '{order_link}',
      expected_version: version,
    })
    const { current, ...refused } = staleResponse.json()
    expect(refused).toMatchObject({ status: 409, code: 'stale' })
    expect(current).toMatchObject({ ...currentText, version: String(Number(version) + 1) })
    const text = { subject: 'Thanks', body: '{order_link}', expected_version: current.version }
    expect((await change(second.browser, 'order_paid', text)).json()).toMatchObject({ subject: 'Thanks' })
  })

  it.runIf(engine === 'postgres')('are changed once by twenty concurrent editors of the same version', async () => {
    const { browser } = await ownersBrowser()
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, hour) =>
        change(browser, 'order_canceled', { subject: `At ${hour}`, body: '{order_link}', expected_version: '0' }),
      ),
    )
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, ...Array(19).fill(409)])
  })

  it('are previewed with a real or made-up order before they are stored, with no working links', async () => {
    const { browser } = await ownersBrowser()
    const previewed = await preview(browser, 'order_placed', {
      subject: 'Hi {order_number}',
      body: '{receipt}\n{order_link}',
    })
    expect(previewed.json()).toMatchObject({ subject: `Hi ${orderId}`, order_id: orderId })
    expect(previewed.json().text).toMatch(/\?key=[\w.]*masked\n/)
    expect((await preview(browser, 'order_shipped', LINKED)).json()).toMatchObject({ order_id: null })
    const link = await preview(browser, 'set_password', { subject: 'x', body: '{password_link}' })
    expect([link.json().order_id, link.json().text]).toEqual([null, expect.stringContaining('/password/reset/sample')])
    const none = await preview(browser, 'order_placed', { ...LINKED, order_id: 2_000_000_000 })
    expect([none.statusCode, none.json().errors]).toEqual([422, { order_id: 'There is no order 2000000000.' }])
    expect((await preview(browser, 'order_placed', { ...LINKED, body: '{order_link' })).statusCode).toBe(422)
    const page = await browser.post('/admin/settings/mails/order_link/preview.html', {
      ...LINKED,
      subject: '</title><script>alert(1)</script>',
      order_id: String(orderId),
    })
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(String(page.headers['content-security-policy'])).toMatch(/^sandbox; default-src 'none'/)
    expect(page.body).not.toContain('<script')
  })

  it('do not alter an email that was already sent', async () => {
    const { browser } = await ownersBrowser()
    const { id } = await makeUser(connection().db)
    const { jobs, db } = suite().services
    await connection().pool.query(`delete from pgboss.job where name = 'mail'`)
    await inTransaction(db, (trx) => jobs.queue(trx, 'mail', [{ mail: 'reset_password', user_id: id }]))
    await processEmails(suite().services, () => undefined)
    await expect.poll(async () => (await connection().pool.query('select id from sent_mails')).rows.length).toBe(1)
    const [sent] = (await connection().pool.query('select id from sent_mails')).rows
    const opened = async () => (await browser.get(`/admin/mails/${sent.id}.json`)).json().content
    const before = await opened()
    await change(browser, 'reset_password', { subject: 'Another', body: '{password_link}', expected_version: '0' })
    expect(await opened()).toEqual(before)
    const next = await writeQueuedMail(suite().services, { mail: 'reset_password', user_id: id })
    expect(next?.subject).toBe('Another')
  })

  it('fall back to the default, with a notice, once they no longer fit', async () => {
    const { browser } = await ownersBrowser()
    await connection().pool.query(
      `insert into mail_text_versions (mail, version, subject, body, made_by) values ('order_unpaid', 1, 'x', '{gone}', 'x')`,
    )
    const rendered = await writeQueuedMail(suite().services, { mail: 'order_unpaid', order_id: orderId })
    expect(rendered?.subject).toBe(`A payment for order ${orderId} was reversed`)
    expect(await readText(browser, 'order_unpaid')).toMatchObject({ is_outdated: true, body: '{gone}' })
  })
})

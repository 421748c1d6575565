import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import type { ManagedOrder } from '#contract/orders/admin-order.ts'
import { writeQueuedMail } from '#server/mail/outbox/mail.jobs.ts'
import { verifyShop } from '#server/operations/verify/verify-shop.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { eraseGuest } from '#server/privacy/erase-personal-data.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { postCurrent, readOrderVersion } from '#test/current-version.ts'
import { databaseTest } from '#test/database.ts'
import { makeUser } from '#test/factories.ts'
import { pickupForm } from '#test/order-forms.ts'
import { fillCart } from '#test/owned-resources.ts'
import { makeStaff, staffSession } from '#test/staff.ts'

databaseTest('mistyped contact details of an order', (connection) => {
  const suite = appForSuite(connection)
  const json = (url: string) => browserOf(suite).get(url.replace('?', '.json?'))

  async function placeOrder(email: string) {
    const browser = browserOf(suite)
    await fillCart(browser, connection().db)
    const { id, url } = (await browser.post('/checkout/confirm', { ...pickupForm, user_email: email })).json()
    const { first_name, last_name, phone_number } = pickupForm
    return { id: id as number, url: url as string, current: { first_name, last_name, phone_number, user_email: email } }
  }
  async function signIn() {
    const { id, email } = await makeStaff(connection().db, 'clerk')
    const browser = browserOf(suite)
    browser.jar.set('staff', await staffSession(connection().db, id))
    return { email, browser }
  }
  const correct = async (id: number, body: object) =>
    postCurrent((await signIn()).browser, `/admin/orders/${id}/contact`, body)
  const readVersion = async (id: number) => readOrderVersion((await signIn()).browser, id)
  const readMails = async (id: number) =>
    (
      await connection().pool.query(`select data from pgboss.job where data->>'order_id' = $1 order by created_on`, [
        id,
      ])
    ).rows
  const findings = async () => (await verifyShop(connection().db, tmpdir())).findings

  it('are corrected: the confirmation goes to the new email, and only its link opens the order', async () => {
    const { id, url, current } = await placeOrder('stranger@exmaple.com')
    const clerk = await signIn()
    const contact = { ...current, last_name: 'Right', user_email: 'Right@Example.com ' }
    const before = (await readMails(id)).length
    const response = await postCurrent(clerk.browser, `/admin/orders/${id}/contact`, {
      ...contact,
      reason: 'She called',
    })
    expect([response.statusCode, response.json().detail]).toEqual([200, undefined])
    const file: ManagedOrder = response.json()
    expect(file.order).toMatchObject({ ...current, last_name: 'Right', user_email: 'right@example.com' })
    expect(file.history[0]).toMatchObject({
      action: 'order.contact_corrected',
      actor: clerk.email,
      reason: 'She called',
      before: { last_name: current.last_name, email: current.user_email },
      after: { last_name: 'Right', email: 'right@example.com' },
    })

    expect(file.timeline.at(-1)?.sentence).toBe('Contact details corrected.')

    const mails = await readMails(id)
    expect(mails).toHaveLength(before + 1)
    expect(mails.at(-1)).toEqual({ data: { mail: 'order_placed', order_id: id } })
    const mail = await writeQueuedMail(suite().services, { mail: 'order_placed', order_id: id })
    expect(mail?.to).toBe('right@example.com')

    expect((await json(url)).statusCode).toBe(404)
    const key = new URL(url, 'http://shop.test').searchParams.get('key')
    expect((await browserOf(suite).post(`/orders/${id}/link`, { key })).statusCode).toBe(200)
    expect(await readMails(id), 'an expired link is not exchanged').toHaveLength(before + 1)
    const newLink = /\/orders\/\d+\?key=[\w.-]+/.exec(mail?.text ?? '')?.[0] ?? ''
    const order = (await json(newLink)).json()
    expect(order).toMatchObject({ id, user_email: 'right@example.com' })
    expect(order.events.map(({ event }: { event: string }) => event)).toEqual(['contact_corrected'])

    // Back to the former email: the first link stays invalid.
    const restoration = { ...current, reason: 'It was right' }
    expect((await correct(id, restoration)).statusCode).toBe(200)
    expect((await json(url)).statusCode).toBe(404)
    expect((await json(newLink)).statusCode).toBe(404)
    expect(await findings()).toEqual([])
  })

  it('are not overwritten by a second clerk, without a reason, or with the same values', async () => {
    const { id, url, current } = await placeOrder('twice@exmaple.com')
    const contact = { ...current, user_email: 'twice@example.com' }
    const staleResponse = await correct(id, { ...contact, reason: 'x', expected_version: 'another' })
    expect([staleResponse.statusCode, staleResponse.json()]).toMatchObject([
      409,
      { code: 'stale', current: { order: current } },
    ])
    const unchanged = await correct(id, { ...current, reason: 'x' })
    expect([unchanged.statusCode, unchanged.json().code]).toEqual([409, 'unchanged'])
    expect((await correct(id, { ...contact })).json().errors).toHaveProperty('reason')
    const invalid = { ...contact, user_email: 'nobody', phone_number: 'ask', reason: 'x' }
    expect(Object.keys((await correct(id, invalid)).json().errors)).toEqual(['user_email', 'phone_number'])
    expect((await correct(2_000_000_000, { ...contact, reason: 'x' })).statusCode).toBe(404)
    expect((await json(url)).statusCode).toBe(200)

    const expected_version = await readVersion(id)
    const responses = await Promise.all(
      ['a', 'b'].map((name) => correct(id, { ...contact, first_name: name, reason: 'x', expected_version })),
    )
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  })

  it('change for the order alone, whatever its status: its account keeps its own', async () => {
    const { db, pool } = connection()
    const member = await makeUser(db, { email: 'member@example.com' })
    const { id, current } = await placeOrder('member@exmaple.com')
    await pool.query(`update orders set user_id = $2, status = 'canceled', canceled_at = now() where id = $1`, [
      id,
      member.id,
    ])
    const contact = { ...current, user_email: 'office@example.com' }
    expect((await correct(id, { ...contact, reason: 'x' })).statusCode).toBe(200)
    const { rows } = await pool.query(
      'select users.email, orders.email as of_order from orders join users on users.id = user_id where orders.id = $1',
      [id],
    )
    expect(rows).toEqual([{ email: 'member@example.com', of_order: 'office@example.com' }])
    expect((await readMails(id)).at(-1), 'a canceled order is not confirmed').toEqual({
      data: { mail: 'order_link', order_id: id },
    })
  })

  it('are not restored on the order of an erased person', async () => {
    const { db } = connection()
    const { id, current } = await placeOrder('gone@exmaple.com')
    expect((await correct(id, { ...current, user_email: 'gone@example.com', reason: 'x' })).statusCode).toBe(200)
    await inTransaction(db, (trx) => eraseGuest(trx, { kind: 'command_line' }, 'gone@example.com', 'Asked by letter'))
    const response = await correct(id, { ...current, reason: 'x' })
    expect([response.statusCode, response.json()]).toMatchObject([
      409,
      { code: 'contact_erased', detail: 'The customer of this order was erased.' },
    ])
    const { rows } = await connection().pool.query(
      `select count(*)::int from audit_entries join audit_payloads on entry_id = id
        where subject_kind = 'order' and subject_id = $1`,
      [String(id)],
    )
    expect(rows).toEqual([{ count: 0 }])
  })
})

import { expect, it } from 'vitest'
import type { ManagedOrder } from '#contract/orders/admin-order.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { postCurrent, readOrderVersion } from '#test/current-version.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct } from '#test/factories.ts'
import { fillCart, submit } from '#test/shop.ts'
import { makeStaff, staffSession } from '#test/staff.ts'

databaseTest('staff notes on an order', (connection, engine) => {
  const suite = appForSuite(connection)

  async function signIn() {
    const { id, email } = await makeStaff(connection().db, 'clerk')
    const browser = browserOf(suite)
    browser.jar.set('staff', await staffSession(connection().db, id))
    return { email, browser }
  }
  async function placeOrder(): Promise<number> {
    const { db } = connection()
    const product = await makeProduct(db, { priceCents: 5000 })
    const placement = await submit(db, suite().services.jobs, { cartOwner: await fillCart(db, [{ id: product.id }]) })
    if (!placement.ok) throw new Error(placement.refusal.code)
    return placement.orderId
  }

  it('are listed in sequence with their authors, and appear in the history without their text', async () => {
    const id = await placeOrder()
    const [ana, bo] = [await signIn(), await signIn()]
    const path = `/admin/orders/${id}/notes/add`
    const expected_version = await readOrderVersion(ana.browser, id)
    const first = await ana.browser.post(path, { note: ' Calls back on Friday\nafter 5 ', expected_version })
    expect(first.statusCode).toBe(200)
    // A double click, or a colleague whose page lacks the first note.
    const staleResponse = await bo.browser.post(path, { note: 'Leave at the door', expected_version })
    expect([staleResponse.statusCode, staleResponse.json()]).toMatchObject([
      409,
      { code: 'stale', current: { version: first.json().version, notes: [{ created_by: ana.email }] } },
    ])
    const file: ManagedOrder = (
      await bo.browser.post(path, { note: 'Leave at the door', expected_version: staleResponse.json().current.version })
    ).json()
    expect(file.notes).toMatchObject([
      { note: 'Calls back on Friday\nafter 5', created_by: ana.email, erased: false },
      { note: 'Leave at the door', created_by: bo.email, erased: false },
    ])
    expect(file.history.filter(({ action }) => action === 'order.note_added').map(({ after }) => after)).toEqual(
      file.notes.map(({ id: note }) => ({ note })).reverse(),
    )
    for (const invalid of [
      { note: ' ', expected_version: file.version },
      { note: 'x'.repeat(2001), expected_version: file.version },
      { note: 'x' },
    ])
      expect((await ana.browser.post(path, invalid)).statusCode).toBe(422)
    expect(
      (await ana.browser.post('/admin/orders/2000000000/notes/add', { note: 'x', expected_version })).statusCode,
    ).toBe(404)
  })

  it('stay unchanged until a person is erased', async () => {
    const { pool } = connection()
    const id = await placeOrder()
    const { browser } = await signIn()
    await postCurrent(browser, `/admin/orders/${id}/notes/add`, { note: 'Her sister calls' })
    for (const change of [
      `update order_notes set note = 'changed' where order_id = ${id}`,
      `update order_notes set note = '' where order_id = ${id}`,
      `update order_notes set note = '', erased_at = now(), made_by = 'x' where order_id = ${id}`,
      `delete from order_notes where order_id = ${id}`,
      'truncate order_notes',
    ])
      await expect(pool.query(change)).rejects.toThrow(/append-only|order_notes_note_until_erased/)
    await pool.query(`update order_notes set note = '', erased_at = now() where order_id = ${id}`)
    const file: ManagedOrder = (await browser.get(`/admin/orders/${id}.json`)).json()
    expect(file.notes).toMatchObject([{ note: '', erased: true }])
  })

  if (engine === 'postgres') {
    it('are never lost when two clerks write at once: the second is shown the first', async () => {
      const id = await placeOrder()
      const clerks = [await signIn(), await signIn()]
      const expected_version = await readOrderVersion((await signIn()).browser, id)
      const responses = await Promise.all(
        clerks.map(({ browser }) =>
          browser.post(`/admin/orders/${id}/notes/add`, { note: 'At once', expected_version }),
        ),
      )
      expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    })
  }
})

import { expect, test } from 'vitest'
import type { PlaceOrder } from '#contract/checkout/calls.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { findPresentedOrder } from '#server/orders/read-order.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct, makeUser } from '#test/factories.ts'
import { deliveryForm } from '#test/order-forms.ts'
import { fillCart, jobsForSuite, submit } from '#test/shop.ts'
import { approveCertificate, endCertificate, refuseCertificate } from './certificates/decide-certificate.ts'
import { listCertificatePage } from './certificates/list-certificates.ts'
import { saveCertificate } from './certificates/save-certificate.ts'
import { setTaxRate } from './set-tax-rate.ts'
import { findTaxRates } from './tax.queries.ts'

const clerk: Actor = { kind: 'command_line', by: 'clerk@example.com' }
const newYork = { state: 'NY', zip: '10001' }

databaseTest('a resale certificate', (connection, engine) => {
  const jobs = jobsForSuite(connection)
  const run = <T>(work: Parameters<typeof inTransaction<T>>[1]) => inTransaction(connection().db, work)
  const save = (email: string, number: string, state = 'NY', expiresOn = '2999-12-31') =>
    run((trx) => saveCertificate(trx, clerk, { email, certificate: { state, number, expiresOn } }))
  const approve = (email: string, state = 'NY') =>
    run((trx) => approveCertificate(trx, clerk, { email, state }, jobs()))
  const exemptions = async (userId: Parameters<typeof findTaxRates>[2], destination = newYork) =>
    (await findTaxRates(connection().db, destination, userId))?.certificate
  const readStatus = async (email: string) =>
    (await listCertificatePage(connection().db, {})).data
      .filter((row) => row.email === email)
      .map((row) => [row.number, row.status])
  const readEntries = async (userId: number) => {
    const { rows } = await connection().pool.query(
      `select action from audit_entries where subject_kind = 'member' and subject_id = $1 order by id`,
      [String(userId)],
    )
    return rows.map(({ action }) => action)
  }

  test('exempts its holder in its state from approval until it is ended', async () => {
    const { id, email } = await makeUser(connection().db)
    const other = await makeUser(connection().db)
    await run((trx) =>
      setTaxRate(trx, clerk, {
        state: 'NY',
        zipPrefix: '',
        milliPercent: 4000,
        onGoods: true,
        onShipping: true,
        fromDate: undefined,
      }),
    )
    expect(await save(email, ' 12-345 ')).toMatchObject({ ok: true })
    expect(await exemptions(id)).toBe(undefined)
    expect(await approve(email)).toMatchObject({ ok: true })
    expect(await exemptions(id)).toEqual({ state: 'NY', number: '12-345' })
    // The rate is still returned, so that the tax without the exemption can be shown.
    expect(await findTaxRates(connection().db, newYork, id)).toMatchObject({ taxRates: [{ milliPercent: 4000 }] })
    expect(await exemptions(id, { state: 'NJ', zip: '07024' })).toBe(undefined)
    expect(await exemptions(other.id)).toBe(undefined)
    expect(await exemptions(undefined)).toBe(undefined)

    expect(await run((trx) => endCertificate(trx, clerk, { email, state: 'NY' }, 'Moved'))).toMatchObject({
      ok: true,
    })
    expect(await exemptions(id)).toBe(undefined)
    expect(await run((trx) => endCertificate(trx, clerk, { email, state: 'NY' }))).toEqual({
      ok: false,
      refusal: { code: 'certificate_not_found' },
    })
    expect(await readEntries(id)).toEqual(['certificate.saved', 'certificate.approved', 'certificate.ended'])
  })

  test('replaces a pending one when submitted again, and ends the previous one when approved', async () => {
    const { id, email } = await makeUser(connection().db)
    await save(email, 'typo')
    await save(email, 'first')
    await approve(email)
    expect(await approve(email)).toEqual({ ok: false, refusal: { code: 'certificate_not_found' } })
    await save(email, 'second')
    expect(await exemptions(id)).toEqual({ state: 'NY', number: 'first' })
    await approve(email)
    expect(await exemptions(id)).toEqual({ state: 'NY', number: 'second' })
    expect(await readStatus(email)).toEqual([
      ['second', 'approved'],
      ['first', 'ended'],
    ])
  })

  test('has a reason when refused, and the previous one still applies', async () => {
    const { id, email } = await makeUser(connection().db)
    await save(email, 'good')
    await approve(email)
    await save(email, 'forged')
    const target = { email, state: 'NY' }
    expect(await run((trx) => refuseCertificate(trx, clerk, target, ' ', jobs()))).toEqual({
      ok: false,
      refusal: { code: 'reason_required' },
    })
    expect(await run((trx) => refuseCertificate(trx, clerk, target, 'Not legible', jobs()))).toMatchObject({
      ok: true,
    })
    expect(await approve(email)).toEqual({ ok: false, refusal: { code: 'certificate_not_found' } })
    expect(await exemptions(id)).toEqual({ state: 'NY', number: 'good' })
  })

  test('can be ended even if an undecided newer one has expired', async () => {
    const { id, email } = await makeUser(connection().db)
    await save(email, 'good')
    await approve(email)
    await save(email, 'late')
    await connection().pool.query(
      `update resale_certificates set expires_on = '2020-01-01' where user_id = $1 and number = 'late'`,
      [id],
    )
    const target = { email, state: 'NY', number: 'good' }
    expect(await run((trx) => endCertificate(trx, clerk, target, 'Withdrawn'))).toMatchObject({
      ok: true,
      certificate: { number: 'good' },
    })
    expect(await exemptions(id)).toBe(undefined)
    expect(await run((trx) => endCertificate(trx, clerk, { ...target, number: 'late' }))).toMatchObject({ ok: false })
  })

  test('applies through its last day, and cannot be saved or approved after it', async () => {
    const { id, email } = await makeUser(connection().db)
    expect(await save(email, 'old', 'NY', '2020-01-01')).toEqual({
      ok: false,
      refusal: { code: 'certificate_expired' },
    })
    await save(email, 'short')
    await approve(email)
    const expireOn = (day: string) =>
      connection().pool.query(
        `update resale_certificates set expires_on = (now() at time zone 'America/New_York')::date + $2::int where user_id = $1`,
        [id, day],
      )
    await expireOn('0')
    expect(await exemptions(id)).toEqual({ state: 'NY', number: 'short' })
    await expireOn('-1')
    expect(await exemptions(id)).toBe(undefined)
    expect(await readStatus(email)).toEqual([['short', 'expired']])
    await save(email, 'late')
    await expireOn('-1')
    expect(await approve(email)).toEqual({ ok: false, refusal: { code: 'certificate_expired' } })
  })

  test('without a known user, a known state or a number is refused', async () => {
    const { email } = await makeUser(connection().db)
    expect(await save('nobody@example.com', '1')).toEqual({ ok: false, refusal: { code: 'not_found' } })
    expect(await save(email, '1', 'ZZ')).toEqual({ ok: false, refusal: { code: 'state_not_found' } })
    expect(await save(email, '  ')).toEqual({ ok: false, refusal: { code: 'invalid' } })
    expect(await save(email, '1'.repeat(41))).toEqual({ ok: false, refusal: { code: 'invalid' } })
    expect(await approve('nobody@example.com')).toEqual({ ok: false, refusal: { code: 'not_found' } })
  })

  test('is copied onto the order that it exempts, which keeps it', async () => {
    const { db, pool } = connection()
    const { id: userId, email } = await makeUser(db)
    await save(email, '77-1')
    await approve(email)
    const product = await makeProduct(db, { priceCents: 10_050 })
    const form = { ...deliveryForm, shipping: { ...deliveryForm.shipping, state: 'NY', zip: '10001' } } as PlaceOrder
    const placeOrder = async () => {
      const cartOwner = await fillCart(db, [product], { userId })
      const placedOrder = await submit(db, jobs(), { cartOwner, userId, form })
      if (!placedOrder.ok) throw new Error(placedOrder.refusal.code)
      return placedOrder.orderId
    }
    const exempt = await placeOrder()
    // 100.50 + 3.40 + 7.30
    expect(await findPresentedOrder(db, exempt)).toMatchObject({
      tax: 0,
      taxes: [],
      tax_certificate: { state: 'NY', number: '77-1' },
      order_total: 111.2,
    })
    await run((trx) => endCertificate(trx, clerk, { email, state: 'NY' }))
    // 4 % of that
    expect(await findPresentedOrder(db, await placeOrder())).toMatchObject({ tax: 4.45, tax_certificate: null })
    expect(await findPresentedOrder(db, exempt)).toMatchObject({ tax_certificate: { state: 'NY', number: '77-1' } })
    await expect(
      pool.query('update orders set tax_cents = 1, total_cents = total_cents + 1 where id = $1', [exempt]),
    ).rejects.toThrow('orders_certificate_not_taxed')
  })

  test('is not needed for exempt products, which bear no tax; each line has its own tax', async () => {
    const { db, pool } = connection()
    const taxedOrder = await makeProduct(db, { priceCents: 3000 })
    const book = await makeProduct(db, { priceCents: 2500 })
    await pool.query('update products set tax_exempt = true where id = $1', [book.id])
    const form = { ...deliveryForm, shipping: { ...deliveryForm.shipping, state: 'NY', zip: '10001' } } as PlaceOrder
    const placedOrder = await submit(db, jobs(), { cartOwner: await fillCart(db, [taxedOrder, book]), form })
    if (!placedOrder.ok) throw new Error(placedOrder.refusal.code)
    const lines = await pool.query(
      'select tax_exempt, tax_cents::int, discount_cents::int, pv::int from order_lines where order_id = $1 order by position',
      [placedOrder.orderId],
    )
    const { rows: taxes } = await pool.query(
      'select base_cents::int, tax_cents::int, shipping_tax_cents::int from order_taxes where order_id = $1',
      [placedOrder.orderId],
    )
    expect(lines.rows).toMatchObject([
      { tax_exempt: false, discount_cents: 0, pv: 10 },
      { tax_exempt: true, tax_cents: 0, discount_cents: 0, pv: 10 },
    ])
    expect(taxes).toHaveLength(1)
    expect(lines.rows[0].tax_cents + taxes[0].shipping_tax_cents).toBe(taxes[0].tax_cents)
    const order = await findPresentedOrder(db, placedOrder.orderId)
    expect(taxes[0].base_cents).toBe(3000 + Math.round(((order?.shipping_price ?? 0) + (order?.insurance ?? 0)) * 100))
  })

  test.skipIf(engine !== 'postgres')('is approved once, however many clerks approve it concurrently', async () => {
    const { id, email } = await makeUser(connection().db)
    await save(email, 'raced')
    const results = await Promise.all(Array.from({ length: 50 }, () => approve(email)))
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await readStatus(email)).toEqual([['raced', 'approved']])
    expect(await readEntries(id)).toEqual(['certificate.saved', 'certificate.approved'])
  })
})

import { mkdtempSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { month } from '#domain/calendar/month.ts'
import { cents } from '#domain/money/money.ts'
import { payMonth } from '#server/compensation/payouts/pay-month.ts'
import { verifyShop } from '#server/operations/verify/verify-shop.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { closeWithDefaults } from '#test/close-with-defaults.ts'
import { databaseTest } from '#test/database.ts'
import { createExample } from '#test/example-shop.ts'
import { setPayoutMethods } from '#test/payouts.ts'
import { reverseVolume } from '../count/reverse-volume.ts'
import { writeMonthFiles } from '../files/month-files.ts'
import { hashInputs } from './hash-inputs.ts'
import { readMonth } from './month-input.ts'
import { skipMonths } from './skip-months.ts'

const march = month('2026-03')
const april = month('2026-04')

databaseTest('closing the worked examples', (connection) => {
  const folder = mkdtempSync(join(tmpdir(), 'salonfront-months-'))
  afterAll(() => rm(folder, { recursive: true }))

  const close = (value: typeof march, options = {}) => closeWithDefaults(connection(), value, options)

  /** Cards as written; lines in any order, because the plan's tables have a different one. */
  async function readFiles(value: typeof march) {
    await writeMonthFiles(connection(), value, folder)
    return {
      cards: await readFile(join(folder, 'cards.csv'), 'utf8'),
      lines: sorted(await readFile(join(folder, 'lines.csv'), 'utf8')),
    }
  }
  const sorted = (text: string) => text.split('\n').sort()
  async function expected(example: string) {
    const read = (table: string) =>
      readFile(new URL(`../../../../docs/plan/${example}/${table}.csv`, import.meta.url), 'utf8')
    return { cards: await read('cards'), lines: sorted(await read('lines')) }
  }
  const verifyFindings = async () => (await verifyShop(connection().db, folder)).findings

  it('months are closed in order, once, and only after the closing delay', async () => {
    await createExample(connection(), 'example-1')
    const closeAndGetRefusal = async (value: string, now?: string) => {
      const closed = await close(month(value), now === undefined ? {} : { now: Date.parse(now) })
      return closed.ok ? undefined : closed.refusal.code
    }
    expect(await closeAndGetRefusal('2025-12')).toBe('before_first_month')
    expect(await closeAndGetRefusal('2026-03')).toBe('earlier_month_open')
    const { db } = connection()
    expect(await inTransaction(db, (trx) => skipMonths(trx, month('2999-01'), Date.now()))).toMatchObject({ ok: false })
    expect(await inTransaction(db, (trx) => skipMonths(trx, march, Date.now()))).toEqual({
      ok: true,
      months: ['2026-01', '2026-02'],
    })
    expect(await writeMonthFiles(connection(), month('2026-02'), folder)).toBeUndefined()
    expect(await closeAndGetRefusal('2026-03', '2026-04-01T03:59:00Z')).toBe('month_not_over')
    expect(await closeAndGetRefusal('2026-03', '2026-04-06T03:59:00Z')).toBe('still_settling')
  })

  it('example 1: the preview of March and its close match the plan, to the cent', async () => {
    const plan = await expected('example-1')
    expect(await readFiles(march)).toEqual(plan)
    const closed = await close(march, { now: Date.parse('2026-04-06T04:00:00Z') })
    expect(closed).toMatchObject({ ok: true, sums: { members: 8, orders: 9, lines: 25, keptCents: 57_214 } })
    expect(await readFiles(march)).toEqual(plan)
    expect(await verifyFindings()).toEqual([])
    expect(await close(march)).toEqual({ ok: false, refusal: { code: 'month_already_closed' } })
  })

  it("example 2: April contains March's reversals at March's rates", async () => {
    await createExample(connection(), 'example-2')
    const plan = await expected('example-2')
    expect(await readFiles(april)).toEqual(plan)
    expect((await close(april)).ok).toBe(true)
    expect(await readFiles(april)).toEqual(plan)
    expect(await readFiles(march)).toEqual(await expected('example-1'))
    expect(await verifyFindings()).toEqual([])
    const { rows } = await connection().pool.query(
      `select member_no, opening_cents, payable_cents, carried_cents, title from cards join users on users.id = member_id
        where month = '2026-04' order by member_no`,
    )
    const payouts = rows.map((card) => [card.member_no, card.payable_cents, card.carried_cents])
    expect(payouts).toEqual([
      ['A', 0, 437],
      ['B', 5458, 0],
      ['C', 0, -277],
      ['D', 0, -645],
      ['E', 4193, 0],
      ['F', 0, 667],
      ['G', 0, -3960],
      ['H', 0, 1094],
    ])
  })

  it('months after one that was closed in this system cannot be skipped', async () => {
    const { db } = connection()
    const skipBefore = (firstOpenMonth: string) =>
      inTransaction(db, (trx) => skipMonths(trx, month(firstOpenMonth), Date.now()))
    expect(await skipBefore('2026-05')).toEqual({ ok: true, months: [] })
    expect(await skipBefore('2026-06')).toEqual({ ok: false, refusal: { code: 'closed_in_this_system', month: april } })
    const { rows } = await connection().pool.query(
      `select from months where month = '2026-05' and closed_at is not null`,
    )
    expect(rows).toEqual([])
  })

  it('frozen inputs reproduce the hash of the close and every line, regardless of later events', async () => {
    const { db, pool } = connection()
    const before = await pool.query('select inputs_hash from months where month = $1', [march])
    await pool.query(`update users set status = 'suspended' where member_no in ('B', 'H')`)
    await pool.query(
      `update sponsorships set sponsor_id = null where member_id = (select id from users where member_no = 'F')`,
    )
    await inTransaction(db, (trx) =>
      reverseVolume(trx, { order: { orderNo: 'O3' }, reversal: { kind: 'cancellation' }, returnedAt: new Date() }),
    )
    expect(hashInputs(await readMonth(connection(), march))).toEqual(before.rows[0].inputs_hash)
    expect(await readFiles(march)).toEqual(await expected('example-1'))
    expect(await readFiles(april)).toEqual(await expected('example-2'))
  })

  it('a closed month, its cards and its lines cannot be changed', async () => {
    const refused = (statement: string) => expect(connection().pool.query(statement)).rejects.toThrow(/closed/)
    await refused(`update months set closed_by = 'somebody' where month = '2026-03'`)
    await refused(`delete from months where month = '2026-03'`)
    await refused(`update cards set level = 9 where month = '2026-03'`)
    await refused(`delete from cards where month = '2026-03'`)
    await refused(`update bonus_lines set amount_cents = 0 where month = '2026-03'`)
    await refused(`delete from bonus_lines where return_id <> 0`)
    await refused(`update counted_orders set month_pv = 0 where order_no = 'O1'`)
  })

  it('a month is paid once, in order, and only with the total of its cards', async () => {
    const pay = (value: typeof march, total: number) =>
      inTransaction(connection().db, (trx) => payMonth(trx, { month: value, totalCents: cents(total), by: 'test' }))
    await setPayoutMethods(connection())
    expect(await pay(april, 9651)).toMatchObject({ refusal: { code: 'earlier_month_unpaid', month: '2026-03' } })
    expect(await pay(month('2026-05'), 0)).toMatchObject({ refusal: { code: 'month_not_closed' } })
    expect(await pay(march, 1)).toMatchObject({ refusal: { code: 'total_mismatch', totalCents: 64_891 } })
    expect(await pay(march, 64_891)).toEqual({ ok: true, payees: 5, open: 0 })
    expect(await pay(march, 64_891)).toMatchObject({ refusal: { code: 'month_already_paid' } })
    expect(await pay(april, 9651)).toEqual({ ok: true, payees: 2, open: 0 })
  })
})

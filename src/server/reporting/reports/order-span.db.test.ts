import { expect, it } from 'vitest'
import { month } from '#domain/calendar/month.ts'
import { verifyShop } from '#server/operations/verify/verify-shop.ts'
import { mergeDailyFigures } from '#server/reporting/dashboard/merge-daily-figures.ts'
import { databaseTest } from '#test/database.ts'
import { findOrderSpan } from './report-rows.queries.ts'

databaseTest('the first and the last order of months', (connection, engine) => {
  const query = async (text: string, values: unknown[] = []) => (await connection().pool.query(text, values)).rows
  const readSpan = (from: string, to = from) =>
    findOrderSpan(connection().db, { list: 'tax', from: month(from), to: month(to) })
  const INSERT = `insert into orders (status, type, first_name, last_name, email, phone_number, sub_total_cents,
      shipping_price_cents, insurance_cents, tax_cents, total_cents, pv, cv_cents, shipping_description, payment_type,
      created_at, canceled_at)
    select $2, 'P', 'Bo', 'Li', 'bo@example.com', '1', 1000, 0, 0, 0, 1000, 0, 0, '', 'card', $1::timestamptz,
      case $2 when 'canceled' then now() end
    returning id`
  const insertOrder = async (at: string, status = 'processing'): Promise<number> =>
    (await query(INSERT, [at, status]))[0].id
  const readFindings = async () =>
    (await verifyShop(connection().db, '/nowhere')).findings.filter((finding) => /^The (orders|report)/.test(finding))

  it('are maintained as orders arrive, including canceled ones, by month in the shop’s time zone', async () => {
    expect(await readSpan('2025-01')).toEqual({ first: 1, last: 0 })
    // Midnight in New York is at 05:00 UTC in winter.
    const last = await insertOrder('2025-02-01T04:59:59Z')
    const canceled = await insertOrder('2025-02-01T05:00:00Z', 'canceled')
    const next = await insertOrder('2025-03-01T04:59:59Z')
    expect([await readSpan('2025-01'), await readSpan('2025-02'), await readSpan('2025-01', '2025-02')]).toEqual([
      { first: last, last },
      { first: canceled, last: next },
      { first: last, last: next },
    ])
    expect(await readFindings()).toEqual([])
  })

  it('include orders that arrive late for an earlier month or change their date, also after rows are merged', async () => {
    const { first } = await readSpan('2025-01')
    const late = await insertOrder('2025-01-15T12:00:00Z')
    const moved = await insertOrder('2025-06-15T12:00:00Z')
    const deletedId = await insertOrder('2025-06-16T12:00:00Z', 'canceled')
    await query(`update orders set created_at = '2025-04-15T12:00:00Z' where id = any($1)`, [[moved, deletedId]])
    const readSpans = () => Promise.all(['2025-01', '2025-04', '2025-06'].map((value) => readSpan(value)))
    const expected = [
      { first, last: late },
      { first: moved, last: deletedId },
      { first: moved, last: deletedId },
    ]
    expect([await readSpans(), await readFindings()]).toEqual([expected, []])
    await mergeDailyFigures(connection().db)
    expect([await readSpans(), await readFindings()]).toEqual([expected, []])
    await query('delete from orders where id = $1', [deletedId])
    expect([await readSpans(), await readFindings()]).toEqual([expected, []])
    // Recomputed, they match the existing orders exactly.
    await query('select rebuild_figures()')
    expect([await readSpans(), await readFindings()]).toEqual([
      [
        { first, last: late },
        { first: moved, last: moved },
        { first: 1, last: 0 },
      ],
      [],
    ])
  })

  it('are recomputed after bulk imports without triggers', async () => {
    const client = await connection().pool.connect()
    await client.query(`begin; set local session_replication_role = 'replica'`)
    const { rows } = await client.query(INSERT, ['2024-01-15T12:00:00Z', 'processing'])
    await client.query('select rebuild_figures(); commit')
    client.release()
    expect([await readSpan('2024-01'), await readFindings()]).toEqual([{ first: rows[0].id, last: rows[0].id }, []])
  })

  it('are checked by verify, which accepts a wider range', async () => {
    const id = await insertOrder('2023-01-15T12:00:00Z')
    await query(`update monthly_sales set first_order_id = 1 where month = '2023-01'`)
    expect(await readFindings()).toEqual([])
    await query(`update monthly_sales set last_order_id = $1 where month = '2023-01'`, [id - 1])
    expect(await readFindings()).toEqual([
      `The orders of 2023-01 are numbered from ${id} to ${id}; what is kept are 1 to ${id - 1}.`,
    ])
    await query(`update monthly_sales set first_order_id = null, last_order_id = null where month = '2023-01'`)
    expect(await readFindings()).toEqual([
      `The orders of 2023-01 are numbered from ${id} to ${id}; what is kept are none to none.`,
    ])
    await query('select rebuild_figures()')
    expect(await readFindings()).toEqual([])
  })

  // The embedded engine runs one transaction at a time.
  it.runIf(engine === 'postgres')('include an order that is committed long after its month was summed', async () => {
    const client = await connection().pool.connect()
    await client.query('begin')
    const { rows } = await client.query(INSERT, ['2025-08-31T23:59:59-04:00', 'processing'])
    const after = await insertOrder('2025-09-01T00:00:01-04:00')
    await mergeDailyFigures(connection().db)
    await query('select rebuild_figures()')
    expect(await readSpan('2025-08')).toEqual({ first: 1, last: 0 })
    await client.query('commit')
    client.release()
    const { id } = rows[0]
    expect([await readSpan('2025-08'), await readSpan('2025-08', '2025-09')]).toEqual([
      { first: id, last: id },
      { first: id, last: after },
    ])
    await mergeDailyFigures(connection().db)
    expect([await readSpan('2025-08'), await readFindings()]).toEqual([{ first: id, last: id }, []])
  })
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { month } from '#domain/calendar/month.ts'
import { importMembers } from '#server/network/member-file/import-members.ts'
import { verifyShop } from '#server/operations/verify/verify-shop.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { closeWithDefaults } from '#test/close-with-defaults.ts'
import { databaseTest } from '#test/database.ts'
import { emptyTables } from '#test/empty-tables.ts'
import { readPlanFile, useOrderFiles } from '#test/order-files.ts'
import { reverseVolume } from '../count/reverse-volume.ts'
import { exportOrders } from './export-orders.ts'
import { importOrders } from './import-orders.ts'

databaseTest('import of orders and returns', (connection) => {
  const files = useOrderFiles(connection)
  const {
    folder,
    path,
    writeInput,
    query,
    importOrderText,
    importReturnText,
    importOrderRows,
    importReturnRows,
    readRefusal,
    snapshot,
    importExample,
  } = files

  const order = async (number: string) =>
    (
      await query(`select member_no, customer, completed_at, month, cv_cents, pv, month_cv_cents, month_pv, remaining_cv_cents,
        remaining_pv from counted_orders left join users on users.id = member_id where order_no = '${number}'`)
    )[0]
  const findReturns = (number: string) =>
    query(`select kind, returned_at, order_returns.month, order_returns.cv_cents, order_returns.pv, money_only
      from order_returns join counted_orders on counted_orders.id = counted_order_id
      where order_no = '${number}' order by order_returns.id`)
  const findPoints = (number: string) =>
    query(`select description, points from point_entries join users on users.id = user_id
      where member_no = '${number}' order by point_entries.id`)
  const isClean = async () => expect((await verifyShop(connection().db, folder)).findings).toEqual([])
  const close = async (value: string) =>
    expect(
      await closeWithDefaults(connection(), month(value), { now: Date.parse('2027-01-01T00:00:00Z') }),
    ).toMatchObject({ ok: true })
  /** January and February of the examples have no orders. */
  const skipMonthsBefore = (value: string) =>
    connection().pool.query(
      `insert into months (month, closed_at, closed_externally) select '2026-0' || n, now(), true
        from generate_series(1, ${Number(value.slice(6)) - 1}) n`,
    )

  describe('the worked examples', () => {
    test('the orders of example 1 count in their months', async () => {
      await importExample()
      expect(await importOrderText(readPlanFile('example-1/orders'))).toEqual({
        ok: true,
        added: 9,
        canceled: 0,
        unchanged: 0,
      })
      expect(await order('O2')).toEqual({
        member_no: 'A',
        customer: true,
        completed_at: new Date('2026-03-03T15:00:00Z'),
        month: '2026-03',
        cv_cents: 12545,
        pv: 105,
        month_cv_cents: 12545,
        month_pv: 105,
        remaining_cv_cents: 12545,
        remaining_pv: 105,
      })
      expect(await order('O8')).toMatchObject({ month: '2026-03', customer: false })
      expect(await findPoints('A')).toEqual([
        { description: 'Order #O1', points: 180 },
        { description: 'Order #O2', points: 105 },
      ])
      expect(await query('select month, closed_at from months')).toEqual([{ month: '2026-03', closed_at: null }])
      await isClean()
    })

    test('example 2, with March closed: O8 is canceled and O7 returned in April, with the lines of March', async () => {
      await importExample()
      await skipMonthsBefore('2026-03')
      await importOrderText(readPlanFile('example-1/orders'))
      await close('2026-03')
      expect(await importMembers(connection(), writeInput(readPlanFile('example-2/members')))).toMatchObject({
        updated: 1,
      })
      expect(await importOrderText(readPlanFile('example-2/orders'))).toEqual({
        ok: true,
        added: 7,
        canceled: 1,
        unchanged: 8,
      })
      expect(await importReturnText(readPlanFile('example-2/returns'))).toEqual({ ok: true, added: 1, unchanged: 0 })
      expect(await order('O8')).toMatchObject({
        month_cv_cents: 70507,
        month_pv: 620,
        remaining_cv_cents: 0,
        remaining_pv: 0,
      })
      expect(await order('O7')).toMatchObject({ month_cv_cents: 33333, remaining_cv_cents: 22222, remaining_pv: 200 })
      expect(await findReturns('O8')).toMatchObject([{ kind: 'cancellation', month: '2026-04', pv: 620 }])
      const reversed = await query(`select sum(amount_cents) as cents from bonus_lines where return_id <> 0`)
      expect(reversed).toEqual([{ cents: String(-8461 - 2115 - 1333 - 333) }])
      await isClean()

      const before = await snapshot()
      expect(await importOrderText(readPlanFile('example-2/orders'))).toEqual({
        ok: true,
        added: 0,
        canceled: 0,
        unchanged: 16,
      })
      expect(await importReturnText(readPlanFile('example-2/returns'))).toEqual({ ok: true, added: 0, unchanged: 1 })
      expect(await snapshot()).toEqual(before)
      expect(await readRefusal(importOrderRows('P9,A,own,2026-03-31,1,1,'))).toEqual([
        2,
        'completed_at',
        '2026-03 is closed and gets no more orders.',
      ])
      expect(await readRefusal(importOrderRows('P9,A,own,2025-12-01,1,1,'))).toEqual([
        2,
        'completed_at',
        '2025-12 is closed and gets no more orders.',
      ])
      for (const [column, cells] of [
        ['completed_at', '9998-03-31,1,1,'],
        ['canceled_at', '2026-05-01,1,1,9998-03-31'],
      ])
        expect(await readRefusal(importOrderRows(`P9,A,own,${cells}`))).toEqual([
          2,
          column,
          '“9998-03-31” is in a month that has not begun.',
        ])
      expect(await readRefusal(importOrderRows('P9,A,own,2026-02-01,1,1,'))).toMatchObject([
        2,
        'completed_at',
        expect.any(String),
      ])
    })
  })

  describe('orders', () => {
    beforeEach(async () => {
      await importExample()
      await importOrderRows('O1,A,own,2026-03-02T15:00:00.123456Z,210.00,180,', 'O2,,customer,2026-03-03,"1,000.5",7,')
    })

    test('may be canceled in the same file, or later, within their month', async () => {
      expect(
        await importOrderRows(
          'O1,A,own,2026-03-02T15:00:00.123456Z,210,180,2026-05-01T00:00:00Z',
          'O3,B,customer,2026-04-01,10,10,2026-04-01',
          'O4,B,own,2026-03-31T23:59:59-04:00,0,0,2026-04-02',
        ),
      ).toEqual({ ok: true, added: 2, canceled: 3, unchanged: 0 })
      expect(await order('O1')).toMatchObject({
        month_cv_cents: 0,
        month_pv: 0,
        remaining_cv_cents: 0,
        remaining_pv: 0,
        pv: 180,
      })
      expect(await findReturns('O1')).toEqual([
        {
          kind: 'cancellation',
          returned_at: new Date('2026-05-01T00:00:00Z'),
          month: '2026-03',
          cv_cents: 21000,
          pv: 180,
          money_only: false,
        },
      ])
      expect(await findPoints('A')).toEqual([
        { description: 'Order #O1', points: 180 },
        { description: 'Order #O1 canceled', points: -180 },
      ])
      expect(await findReturns('O3')).toMatchObject([{ returned_at: new Date('2026-04-01T04:00:00Z') }])
      expect(await order('O4')).toMatchObject({ month: '2026-03' })
      await isClean()
    })

    test('an export is imported without a change, here and in an empty shop', async () => {
      await importOrderRows(
        '=1+1,B,customer,2026-04-01,10.05,10,2026-04-01',
        'O4,B,own,2026-03-31T23:59:59-04:00,0,0,2026-04-02',
      )
      await importReturnRows('O1,2026-03-05,10,10')
      const [first, second] = [join(folder, 'first.csv'), join(folder, 'second.csv')]
      expect(await exportOrders(connection(), first)).toBe(4)
      expect(readFileSync(first, 'utf8')).toBe(
        [
          'order_no,member_no,kind,completed_at,cv,pv,canceled_at',
          'O1,A,own,2026-03-02T15:00:00.123456Z,210.00,180,',
          'O2,,customer,2026-03-03T05:00:00Z,1000.50,7,',
          'O4,B,own,2026-04-01T03:59:59Z,0.00,0,2026-04-02T04:00:00Z',
          "'=1+1,B,customer,2026-04-01T04:00:00Z,10.05,10,2026-04-01T04:00:00Z",
          '',
        ].join('\n'),
      )
      const before = await snapshot()
      expect(await importOrders(connection(), { path: first })).toEqual({
        ok: true,
        added: 0,
        canceled: 0,
        unchanged: 4,
      })
      expect(await snapshot()).toEqual(before)
      await importExample()
      expect(await importOrders(connection(), { path: first })).toMatchObject({ added: 4, canceled: 2 })
      await exportOrders(connection(), second)
      expect(readFileSync(second, 'utf8')).toBe(readFileSync(first, 'utf8'))
      await isClean()
    })

    test('an order repeated in several rows counts once', async () => {
      const row = 'O9,A,own,2026-03-05,5,5,'
      expect(await importOrderRows(row, `${row}2026-03-06`, row)).toEqual({
        ok: true,
        added: 1,
        canceled: 1,
        unchanged: 2,
      })
      expect(await findReturns('O9')).toHaveLength(1)
    })

    test("the shop's own orders can only be repeated unchanged", async () => {
      const { pool } = connection()
      await pool.query(
        `insert into orders (id, user_id, credited_user_id, status, type, first_name, last_name, email, phone_number,
          sub_total_cents, shipping_price_cents, insurance_cents, tax_cents, total_cents, pv, cv_cents,
          shipping_description, payment_type, paid_at, completed_at) overriding system value
         select 555, id, id, 'completed', 'P', 'A', 'A', 'a@example.com', '1', 1000, 0, 0, 0, 1000, 10, 1000, 'Pickup',
           'check', '2026-03-09T10:00:00.5Z', '2026-03-09T10:00:00.5Z' from users where member_no = 'A'`,
      )
      await pool.query(
        `insert into counted_orders (order_no, order_id, member_id, customer, completed_at, month, cv_cents, pv,
          month_cv_cents, month_pv, remaining_cv_cents, remaining_pv)
         select '555', 555, credited_user_id, false, completed_at, '2026-03', 1000, 10, 1000, 10, 1000, 10
           from orders where id = 555`,
      )
      expect(await importOrderRows('555,A,own,2026-03-09T10:00:00.5Z,10,10,')).toMatchObject({ unchanged: 1 })
      expect(await readRefusal(importOrderRows('555,A,own,2026-03-09T10:00:00.5Z,10,11,'))).toMatchObject([
        2,
        'pv',
        expect.any(String),
      ])
      expect(await readRefusal(importOrderRows('555,A,own,2026-03-09T10:00:00.5Z,10,10,2026-03-10'))).toEqual([
        2,
        'canceled_at',
        'Order “555” is one of the shop, and is canceled there.',
      ])
      const before = await snapshot()
      expect(await readRefusal(importReturnRows('555,2026-03-10,10,10'))).toEqual([
        2,
        'order_no',
        'Order “555” is one of the shop, and its goods come back there.',
      ])
      expect(await snapshot()).toEqual(before)
      const at = new Date('2026-03-11T10:00:00.250Z')
      const returned = { kind: 'return' as const, cvCents: 400, pv: 4 }
      await inTransaction(connection().db, (trx) =>
        reverseVolume(trx, { order: { orderNo: '555' }, reversal: returned, returnedAt: at }),
      )
      expect(await importReturnRows(`555,${at.toISOString()},4,4`)).toEqual({ ok: true, added: 0, unchanged: 1 })
      await emptyTables(connection().pool, ['orders'])
    })

    test('a cancellation can be neither removed nor moved', async () => {
      const row = 'O1,A,own,2026-03-02T15:00:00.123456Z,210,180,'
      await importOrderRows(`${row}2026-03-05`)
      expect(await readRefusal(importOrderRows(row))).toEqual([
        2,
        'canceled_at',
        'Order “O1” was canceled at 2026-03-05T05:00:00Z, not nothing.',
      ])
      expect(await readRefusal(importOrderRows(`${row}2026-03-06`))).toMatchObject([
        2,
        'canceled_at',
        expect.any(String),
      ])
    })
  })

  describe('returns', () => {
    beforeEach(async () => {
      await importExample()
      await importOrderRows('O1,A,own,2026-03-02T15:00:00Z,100,10,', 'O2,B,own,2026-03-03T15:00:00Z,90,9,')
    })

    test('reduce the order chronologically, regardless of the order of rows; refunds without goods reduce PV in proportion', async () => {
      expect(
        await importReturnRows('O1,2026-03-20,25,', 'O1,2026-03-10,30,4', 'O2,2026-03-03,90,9', 'O2,2026-03-03,90,9'),
      ).toEqual({
        ok: true,
        added: 3,
        unchanged: 1,
      })
      // 70.00 with 6 PV after the goods; 25/70 of 6 PV, half-up, are 2.
      expect(await order('O1')).toMatchObject({
        remaining_cv_cents: 4500,
        remaining_pv: 4,
        month_cv_cents: 4500,
        month_pv: 4,
        pv: 10,
      })
      expect(await findReturns('O1')).toMatchObject([
        { kind: 'return', cv_cents: 3000, pv: 4, money_only: false, month: '2026-03' },
        { kind: 'return', cv_cents: 2500, pv: 2, money_only: true },
      ])
      expect(await findReturns('O2')).toMatchObject([{ returned_at: new Date('2026-03-03T15:00:00Z') }])
      expect(await findPoints('A')).toEqual([
        { description: 'Order #O1', points: 10 },
        { description: 'Order #O1 returned', points: -4 },
        { description: 'Order #O1 returned', points: -2 },
      ])
      await isClean()
      const before = await snapshot()
      expect(await importReturnText(readFileSync(path, 'utf8'))).toEqual({ ok: true, added: 0, unchanged: 4 })
      expect(await snapshot()).toEqual(before)
      expect(await importOrderRows('O1,A,own,2026-03-02T15:00:00Z,100,10,2026-03-25')).toMatchObject({ canceled: 1 })
      expect(await order('O1')).toMatchObject({ remaining_cv_cents: 0, remaining_pv: 0 })
      await isClean()
    })

    test('a known return cannot be changed, nor share its instant with a cancellation', async () => {
      await importReturnRows('O1,2026-03-10,2,1', 'O1,2026-03-11,2,')
      await importOrderRows('O2,B,own,2026-03-03T15:00:00Z,90,9,2026-03-10')
      expect(await readRefusal(importReturnRows('O1,2026-03-10,3,1'))).toEqual([
        2,
        'cv',
        'The return of order “O1” at that instant has 2.00 here, not 3.00.',
      ])
      expect(await readRefusal(importReturnRows('O1,2026-03-11,2,1'))).toMatchObject([2, 'pv', expect.any(String)])
      expect(await readRefusal(importReturnRows('O2,2026-03-10,1,1'))).toMatchObject([
        2,
        'returned_at',
        expect.any(String),
      ])
      expect(await readRefusal(importReturnRows('O2,2026-03-11,1,1'))).toMatchObject([2, 'cv', expect.any(String)])
    })

    test('on a closed month are booked in a later one, and never exceed the remaining value', async () => {
      await skipMonthsBefore('2026-03')
      await close('2026-03')
      expect(await importReturnRows('O1,2026-04-10,30,4', 'O1,2026-04-20,25,')).toMatchObject({ added: 2 })
      expect(await order('O1')).toMatchObject({
        remaining_cv_cents: 4500,
        remaining_pv: 4,
        month_cv_cents: 10000,
        month_pv: 10,
      })
      expect(await readRefusal(importReturnRows('O1,2026-04-21,45,4', 'O1,2026-04-22,0.01,'))).toMatchObject([
        3,
        'cv',
        expect.any(String),
      ])
      await isClean()
    })
  })
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { month } from '#domain/calendar/month.ts'
import { skipMonths } from '#server/compensation/close/skip-months.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { closeWithDefaults } from '#test/close-with-defaults.ts'
import { databaseTest } from '#test/database.ts'
import { createExample } from '#test/example-shop.ts'
import { verifyAfterDamage } from '#test/verify-after-damage.ts'
import { verifyShop } from './verify-shop.ts'

databaseTest('verifying the network', (connection) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'salonfront-verify-'))
  afterAll(() => rmSync(dataDir, { recursive: true }))
  const close = (value: string) => closeWithDefaults(connection(), month(value))

  beforeAll(async () => {
    const { db, pool } = connection()
    await createExample(connection(), 'example-1')
    await inTransaction(db, (trx) => skipMonths(trx, month('2026-03'), Date.now()))
    expect((await close('2026-03')).ok).toBe(true)
    await createExample(connection(), 'example-2')
    expect((await close('2026-04')).ok).toBe(true)
    expect((await verifyShop(db, dataDir)).findings).toEqual([])
    const { rows } = await pool.query(`select conrelid::regclass::text as table, conname as name from pg_constraint
      where connamespace = 'public'::regnamespace and contype = 'c' and coninhcount = 0`)
    for (const { table, name } of rows) await pool.query(`alter table ${table} drop constraint "${name}"`)
  })

  const id = (letter: string) => `(select id from users where member_no = '${letter}')`
  const order = (number: string) => `(select id from counted_orders where order_no = '${number}')`

  test.each([
    [
      'an order in another month',
      `update counted_orders set month = '2026-05' where order_no = 'P1'`,
      'Order P1 counts',
    ],
    [
      'a remainder that ignores a return',
      `update counted_orders set remaining_pv = remaining_pv + 1 where order_no = 'O7'`,
      'Order O7: what counts and what is left',
    ],
    [
      'a month that counts less than its returns leave',
      `update counted_orders set month_cv_cents = 0 where order_no = 'P1'`,
      'Order P1: what counts and what is left',
    ],
    ['a member without a position', `delete from sponsorships where member_id = ${id('H')}`, 'Member H has no place'],
    [
      'a different sponsor in a closed month',
      `update sponsorships set sponsor_id = ${id('A')} where member_id = ${id('H')}`,
      /Month 2026-03, member [A-Z]: closed below member [A-Z], but the tree has A above/,
    ],
    [
      'a member in their own upline',
      `update sponsorships set sponsor_id = ${id('H')} where member_id = ${id('E')}`,
      /Month \d{4}-\d\d: members [A-Z], [A-Z] are in their own upline/,
    ],
    ['a member without a status', `delete from member_statuses where member_id = ${id('H')}`, 'Member H has no place'],
    [
      'a status that contradicts the counted one',
      `update users set status = 'closed' where member_no = 'A'`,
      'Member A is closed',
    ],
    [
      'an open month before a closed one',
      `update months set closed_at = null where month = '2026-03'`,
      'Month 2026-04 is closed',
    ],
    ['another sum', `update months set level_bonus_cents = 0 where month = '2026-03'`, 'Month 2026-03 is not the sum'],
    ['a missing card', `delete from cards where month = '2026-04' and member_id = ${id('G')}`, 'Month 2026-04 is not'],
    [
      'a different amount on a line',
      `update bonus_lines set amount_cents = amount_cents + 1 where month = '2026-03' and kind = 2
        and payee_id = ${id('B')} and counted_order_id = ${order('O5')}`,
      /Month 2026-03, member [A-Z]: lines come to/,
    ],
    [
      'a missing line',
      `delete from bonus_lines where month = '2026-03' and kind = 0 and payee_id = ${id('A')}`,
      /Month 2026-03, member [A-Z]: lines come to/,
    ],
    [
      'an order paid more than the plan allows',
      `update bonus_lines set amount_cents = 99999 where month = '2026-03' and counted_order_id = ${order('O5')} and kind = 0`,
      'Order O5 was paid',
    ],
    [
      'a reversal above the posted amount',
      `update bonus_lines set amount_cents = -99999 where return_id <> 0 and counted_order_id = ${order('O7')}`,
      'Order O7 was paid',
    ],
    [
      'a line without a member',
      `update bonus_lines set payee_id = 7777 where payee_id = ${id('D')}`,
      'or the member with the id 7777, which is not there',
    ],
    [
      'a balance that was not carried over',
      `update cards set opening_cents = 1 where month = '2026-04' and member_id = ${id('A')}`,
      /Month 2026-04, member [A-Z]: 1 cents were carried in/,
    ],
    [
      'a payout below the minimum',
      `update cards set payable_cents = 437, carried_cents = 0 where month = '2026-04' and member_id = ${id('A')}`,
      /Month 2026-04, member [A-Z]: 437 cents are paid out of 437/,
    ],
    [
      'a withheld payout',
      `update cards set payable_cents = 0, carried_cents = payable_cents where month = '2026-03' and member_id = ${id('A')}`,
      /Month 2026-03, member [A-Z]: 0 cents are paid out of 24721/,
    ],
    [
      'different sales on a card',
      `update cards set total_sales_cents = total_sales_cents + 1 where month = '2026-03' and member_id = ${id('A')}`,
      /Month 2026-03, member [A-Z]: orders come to 33545 cents, .* the card says 33546/,
    ],
    [
      'different points on a card',
      `update cards set personal_pv = 131, group_pv = group_pv + 1 where month = '2026-04' and member_id = ${id('A')}`,
      /Month 2026-04, member [A-Z]: orders come to 15000 cents, 130 PV .* the card says 15000, 131/,
    ],
    [
      'a personal order counted as a customer order',
      `update counted_orders set customer = true where order_no = 'O3'`,
      /Month 2026-03, member [A-Z]: orders come to .* 1260 PV of customers, the card says .* and 0/,
    ],
    [
      'different group points',
      `update cards set group_pv = group_pv + 1 where month = '2026-03' and member_id = ${id('A')}`,
      /Month 2026-03, member [A-Z]: the card says 4036 group PV; .* come to 4035/,
    ],
    [
      'a different status in a closed month',
      `update member_statuses set status = 'suspended' where member_id = ${id('F')};
       update users set status = 'suspended' where member_no = 'F'`,
      /Month 2026-03, member [A-Z]: the card says active, but the status was suspended/,
    ],
    [
      'a missing title',
      `update cards set title = level where month = '2026-04' and member_id = ${id('A')}`,
      /Month 2026-04, member [A-Z]: the title is 2, with level 2 and title 4 before/,
    ],
    [
      'a level that its lines were not paid by',
      `update cards set level = 3 where month = '2026-04' and member_id = ${id('A')}`,
      /Month 2026-04, member [A-Z]: the line of order P6/,
    ],
    [
      'cents moved from one line to another',
      `update bonus_lines set amount_cents = amount_cents + case counted_order_id when ${order('O1')} then 1 else -1 end
        where month = '2026-03' and kind = 0 and payee_id = ${id('A')}`,
      /Month 2026-03, member [A-Z]: the line of order O1 is 2521 cents of 21000/,
    ],
    [
      'a missing order of a closed month',
      `delete from point_entries where counted_order_id = ${order('O1')};
       delete from counted_orders where order_no = 'O1'`,
      'Month 2026-03 says 9 orders, 25 lines, sales of 459004 and 57214 cents kept; it comes to 8, 25, 459004',
    ],
    [
      'an order of an open month from before the enrollment that counts for its member',
      `insert into counted_orders (order_no, member_id, customer, completed_at, month, cv_cents, pv, month_cv_cents, month_pv,
         remaining_cv_cents, remaining_pv)
       select 'E1', id, false, '2027-05-06T12:00:00Z', '2027-05', 0, 0, 0, 0, 0, 0 from users where member_no = 'A';
       update users set created_at = '2027-05-07T12:00:00Z' where member_no = 'A'`,
      /Order E1 does not count as one from before member [A-Z] enrolled, which it is/,
    ],
    [
      'a month closed elsewhere after one that was closed here',
      `update months set closed_externally = true where month = '2026-04'`,
      'Month 2026-04 is closed elsewhere, but 2026-03 was closed here before',
    ],
    [
      'different sales of a month',
      `update months set total_sales_cents = 0 where month = '2026-03'`,
      'Month 2026-03 says',
    ],
    [
      'a larger share kept by the company',
      `update months set breakage_cents = breakage_cents + 1 where month = '2026-04'`,
      'Month 2026-04 says',
    ],
    [
      'a different level on a card without lines',
      `update cards set level = 2, title = 2 where month = '2026-03' and member_id = ${id('E')};
       update cards set title = 2 where month = '2026-04' and member_id = ${id('E')}`,
      /Month 2026-03, member [A-Z]: the card says level 2, .*; recomputed: level 1,/,
    ],
    [
      'different legs for the next level',
      `update cards set next_legs = next_legs + 1 where month = '2026-03' and member_id = ${id('A')}`,
      /Month 2026-03, member [A-Z]: the card says level 4, .* 3 legs and .*; recomputed: .* 2 legs and/,
    ],
    [
      'a higher amount at the next level',
      `update cards set next_level_cents = 9999 where month = '2026-03' and member_id = ${id('D')}`,
      /Month 2026-03, member [A-Z]: .* 9999 cents more .* 5056 cents more/,
    ],
    [
      'a different value of an order and of its remainder',
      `update counted_orders set cv_cents = cv_cents + 1, remaining_cv_cents = remaining_cv_cents + 1,
          month_cv_cents = month_cv_cents + 1 where order_no = 'O6'`,
      'Month 2026-03: its plan, members, orders, returns or corrections are not those that it was closed with',
    ],
    [
      'a cycle in a closed month',
      `update cards set sponsor_id = ${id('H')} where month = '2026-03' and member_id = ${id('E')}`,
      'Month 2026-03 cannot be computed again: the sponsor tree has a circle',
    ],
    [
      'a different number of lines',
      `update months set lines = lines + 1 where month = '2026-04'`,
      'Month 2026-04 says',
    ],
    [
      'a sponsor that does not exist',
      `update sponsorships set sponsor_id = 7777 where member_id = ${id('A')}`,
      'names the member with the id 7777, who is not there',
    ],
  ])('reports %s', async (_, damage, expected) => {
    const findings = await verifyAfterDamage(connection(), dataDir, damage)
    expect(findings).toContainEqual(
      typeof expected === 'string' ? expect.stringContaining(expected) : expect.stringMatching(expected),
    )
  })
})

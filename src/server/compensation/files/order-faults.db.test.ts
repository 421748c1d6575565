import { beforeAll, describe, expect, test } from 'vitest'
import { databaseTest } from '#test/database.ts'
import { useOrderFiles } from '#test/order-files.ts'

databaseTest('a file of orders or returns with an error', (connection) => {
  const { importExample, importOrderRows, importReturnRows, readRefusal, snapshot } = useOrderFiles(connection)

  describe('orders', () => {
    beforeAll(async () => {
      await importExample()
      await importOrderRows('O1,A,own,2026-03-02T15:00:00.123456Z,210.00,180,', 'O2,,customer,2026-03-03,"1,000.5",7,')
    })

    test.each([
      ['X1,none,own,2026-03-05,1,1,', 'member_no', 'There is no member “none”.'],
      [' ,A,own,2026-03-05,1,1,', 'order_no', 'order_no is missing.'],
      ['X1,A,gift,2026-03-05,1,1,', 'kind', '“gift” is not one of own, customer.'],
      ['X1,A,own,,1,1,', 'completed_at', 'completed_at is missing.'],
      [
        'X1,A,own,2026-03-05T10:00,1,1,',
        'completed_at',
        '“2026-03-05T10:00” is neither a date like 2026-03-31 nor a time with its zone like 2026-03-31T15:00:00Z.',
      ],
      ['X1,A,own,2026-03-05,-1,1,', 'cv', '“-1” is negative.'],
      ['X1,A,own,2026-03-05,1.005,1,', 'cv', '“1.005” has a fraction of a cent.'],
      ['X1,A,own,2026-03-05,10000000000,1,', 'cv', '“10000000000” is too large for an amount.'],
      ['X1,A,own,2026-03-05,1,-1,', 'pv', '“-1” is negative.'],
      ['X1,A,own,2026-03-05,1,1.5,', 'pv', '“1.5” is not a whole number.'],
      ['X1,A,own,2026-03-05,1,2147483648,', 'pv', '“2147483648” is too large.'],
      ['X1,A,own,2026-03-05,1,,', 'pv', 'pv is missing; write 0 for zero.'],
      ['X1,A,own,2026-03-05,1,1,2026-03-04', 'canceled_at', 'The order is canceled before it was completed.'],
      ['N,A,own,2026-03-05,2,1,', 'order_no', '“N” is the number of line 2 too, with different figures.'],
      ['O1,B,own,2026-03-02T15:00:00.123456Z,210,180,', 'member_no', 'Order “O1” has A in the shop, not B.'],
      ['O1,,own,2026-03-02T15:00:00.123456Z,210,180,', 'member_no', 'Order “O1” has A in the shop, not nothing.'],
      ['O1,A,customer,2026-03-02T15:00:00.123456Z,210,180,', 'kind', 'Order “O1” has own in the shop, not customer.'],
      [
        'O1,A,own,2026-03-02T15:00:00Z,210,180,',
        'completed_at',
        'Order “O1” has 2026-03-02T15:00:00.123456Z in the shop, not 2026-03-02T15:00:00Z.',
      ],
      ['O1,A,own,2026-03-02T15:00:00.123456Z,210.01,180,', 'cv', 'Order “O1” has 210.00 in the shop, not 210.01.'],
      ['O1,A,own,2026-03-02T15:00:00.123456Z,210,181,', 'pv', 'Order “O1” has 180 in the shop, not 181.'],
    ])('changes nothing: %s in the last row', async (row, column, message) => {
      const before = await snapshot()
      expect(await readRefusal(importOrderRows('N,A,own,2026-03-05,1,1,', row))).toEqual([3, column, message])
      expect(await snapshot()).toEqual(before)
    })
  })

  describe('returns', () => {
    beforeAll(async () => {
      await importExample()
      await importOrderRows('O1,A,own,2026-03-02T15:00:00Z,100,10,', 'O2,B,own,2026-03-03T15:00:00Z,90,9,')
    })

    test.each([
      ['none,2026-03-10,1,1', 'order_no', 'There is no counted order “none”.'],
      ['O1,2026-03-01,1,1', 'returned_at', 'Order “O1” was completed at 2026-03-02T15:00:00Z, after that.'],
      ['O1,,1,1', 'returned_at', 'returned_at is missing.'],
      ['O1,2026-03-10,100.01,1', 'cv', 'The return exceeds what is left of order “O1”.'],
      ['O1,2026-03-10,1,11', 'pv', 'The return exceeds what is left of order “O1”.'],
      ['O2,2026-03-12,1,1', 'returned_at', 'Line 2 has the same return of order “O2” with different figures.'],
      ['O2,2026-03-13,90,1', 'cv', 'The return exceeds what is left of order “O2”.'],
      ['O1,2026-03-10,,1', 'cv', 'The amount is missing; write 0 for zero.'],
    ])('changes nothing: %s in the last row', async (row, column, message) => {
      const before = await snapshot()
      expect(await readRefusal(importReturnRows('O2,2026-03-12,2,1', row))).toEqual([3, column, message])
      expect(await snapshot()).toEqual(before)
    })
  })
})

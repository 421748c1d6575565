import type { ClientBase } from 'pg'
import { expect, it } from 'vitest'
import { monthOf, previousMonth } from '#domain/calendar/month.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { closeWithDefaults } from '#test/close-with-defaults.ts'
import { createCountedOrder, createMember } from '#test/create-network.ts'
import { databaseTest } from '#test/database.ts'
import { reverseVolume, type VolumeReversal } from '../count/reverse-volume.ts'
import { findBookedReturns } from './live.queries.ts'

const now = monthOf(Date.now())
const last = previousMonth(now)

databaseTest('returns on closed months in the live month', (connection) => {
  it('exclude the lines of a concurrently booked return, which would be added again with its points', async () => {
    const { pool, db } = connection()
    const ana = await createMember(connection(), { name: 'Ana', enrolledAt: new Date(`${last}-10T12:00:00Z`) })
    const id = await createCountedOrder(connection(), {
      orderNo: 'old',
      member: ana,
      month: last,
      cvCents: 10_000,
      pv: 90,
    })
    expect((await closeWithDefaults(connection(), last, { now: Date.now() + 40 * 86_400_000 })).ok).toBe(true)
    const reverse = (reversal: VolumeReversal) =>
      inTransaction(db, (trx) => reverseVolume(trx, { order: { orderNo: 'old' }, reversal, returnedAt: new Date() }))
    await reverse({ kind: 'return', cvCents: 4_000, pv: 30 })

    let statements = 0
    const query = async (text: string, values: unknown[]) => {
      const result = await pool.query(text, values)
      if (++statements === 1) await reverse({ kind: 'cancellation' })
      return result
    }
    const first = await findBookedReturns({ query } as unknown as ClientBase, now, [id])
    expect(first).toMatchObject({ volumes: [{ cvCents: -4_000 }], lines: [{ amountCents: -120 }] })
    const second = await findBookedReturns(pool as unknown as ClientBase, now, [id])
    expect(second.volumes.map(({ cvCents }) => cvCents)).toEqual([-4_000, -6_000])
    expect(second.lines.map(({ amountCents }) => amountCents)).toEqual([-120, -180])
  })
})

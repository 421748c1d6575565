import { afterAll, beforeAll, expect, it } from 'vitest'
import { month } from '#domain/calendar/month.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { closeWithDefaults } from '#test/close-with-defaults.ts'
import { createMonths } from '#test/create-months.ts'
import { databaseTest } from '#test/database.ts'
import { type LiveNetwork, openLiveNetwork } from '../live/live-network.ts'
import { previewReversal } from './preview-reversal.ts'
import { planReversal, reverseVolume, type VolumeReversal } from './reverse-volume.ts'

const [april, may] = [month('2026-04'), month('2026-05')]
const MEMBERS = 60

databaseTest('the preview of a return', (connection) => {
  let network: LiveNetwork
  let memberIds: number[]
  beforeAll(async () => {
    await createMonths(connection(), { members: MEMBERS, ordersPerMonth: 150, months: [april, may] })
    expect((await closeWithDefaults(connection(), april)).ok).toBe(true)
    network = openLiveNetwork(connection(), (error) => {
      throw error
    })
    memberIds = (await connection().pool.query('select id from users order by id')).rows.map(({ id }) => id)
  })
  afterAll(() => network.close())

  const planReturn = async (orderNo: string, reversal: VolumeReversal, instant: Date) => {
    const plan = await inTransaction(connection().db, (trx) => planReversal(trx, { orderNo }, reversal, instant))
    if (!plan.ok) throw new Error(plan.refusal.code)
    return plan.plan
  }
  const readCards = async () =>
    new Map(
      await Promise.all(
        memberIds.map(
          async (memberId) => [memberId, await network.query({ name: 'card', month: may, memberId })] as const,
        ),
      ),
    )

  it('equals the outcome, member by member, in the order’s own month and in the month after a closed one', async () => {
    const returnedAt = new Date('2026-05-20T12:00:00Z')
    let listedCount = 0
    for (let n = 1; n <= 24; n++) {
      const orderNo = `2026-${n % 2 ? '04' : '05'}-${n}`
      const { rows } = await connection().pool.query('select cv_cents, pv from counted_orders where order_no = $1', [
        orderNo,
      ])
      const { cv_cents: cvCents, pv } = rows[0]
      const partialReturn: VolumeReversal = { kind: 'return', cvCents: Math.floor(cvCents / 3), pv: Math.floor(pv / 2) }
      for (const reversal of n % 3 ? [partialReturn] : [partialReturn, { kind: 'cancellation' } as const]) {
        const instant = new Date(returnedAt.getTime() + n * 1000 + (reversal === partialReturn ? 0 : 1))
        const plan = await planReturn(orderNo, reversal, instant)
        const preview = await previewReversal(network, plan)
        const before = await readCards()
        expect(
          (
            await inTransaction(connection().db, (trx) =>
              reverseVolume(trx, { order: { orderNo }, reversal, returnedAt: instant }),
            )
          ).ok,
        ).toBe(true)
        await network.catchUp()
        const after = await readCards()
        expect(plan?.month).toBe(may)
        for (const memberId of memberIds) {
          const listed = preview?.members.find(({ id }) => id === memberId)
          const [from, to] = [before.get(memberId), after.get(memberId)]
          if (listed) expect([from, to]).toMatchObject([listed.before, listed.after])
          else expect([to?.level, to?.totalBonusCents]).toEqual([from?.level, from?.totalBonusCents])
        }
        listedCount += preview?.members.length ?? 0
      }
    }
    expect(listedCount).toBeGreaterThan(48)
  })

  it('has the number of the last change it includes, and later changes have higher numbers', async () => {
    const instant = new Date('2026-05-21T12:00:00Z')
    const reversal = { kind: 'cancellation' } as const
    const plan = await planReturn('2026-05-40', reversal, instant)
    const first = await previewReversal(network, plan)
    expect((await previewReversal(network, plan))?.lastChange).toBe(first?.lastChange)
    await inTransaction(connection().db, (trx) =>
      reverseVolume(trx, { order: { orderNo: '2026-05-41' }, reversal, returnedAt: instant }),
    )
    expect((await previewReversal(network, plan))?.lastChange).toBeGreaterThan(first?.lastChange ?? 0)
  })

  it('is empty for an order that never counted', async () => {
    expect(await planReturn('nowhere', { kind: 'cancellation' }, new Date())).toBeUndefined()
    expect(await previewReversal(network, undefined)).toBeUndefined()
  })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Month, month } from '#domain/calendar/month.ts'
import { cents } from '#domain/money/money.ts'
import { importMembers } from '#server/network/member-file/import-members.ts'
import { verifyShop } from '#server/operations/verify/verify-shop.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { closeWithDefaults } from '#test/close-with-defaults.ts'
import { databaseTest } from '#test/database.ts'
import { useOrderFiles } from '#test/order-files.ts'
import { previewMonth } from '../close/preview-month.ts'
import { skipMonths } from '../close/skip-months.ts'
import { previewReversal } from '../count/preview-reversal.ts'
import { planReversal, reverseVolume } from '../count/reverse-volume.ts'
import { type LiveNetwork, openLiveNetwork } from '../live/live-network.ts'
import { listPoints } from '../points/list-points.ts'

const [july, august, september] = ['2026-07', '2026-08', '2026-09'].map(month) as [Month, Month, Month]
const HEADING = 'member_no,sponsor_no,type,status,first_name,last_name,email,phone_number,enrolled_on'
const veraRow = (enrolledOn: string) => `V,U,member,active,Vera,Lo,v@example.com,,${enrolledOn}`

databaseTest('orders from before the enrollment (docs/plan §11)', (connection) => {
  const { folder, writeInput, query, importOrderRows, importReturnRows, importExample } = useOrderFiles(connection)
  let network: LiveNetwork
  const members = (...rows: string[]) => importMembers(connection(), writeInput([HEADING, ...rows].join('\n')))
  const findMemberId = async (memberNo: string): Promise<UserId> =>
    (await query(`select id from users where member_no = '${memberNo}'`))[0]?.id
  const close = (value: Month) => closeWithDefaults(connection(), value, { now: Date.parse('2027-01-01T00:00:00Z') })
  const isClean = async () => expect((await verifyShop(connection().db, folder)).findings).toEqual([])

  /** Personal PV of V and group PV of U from the live months, which the frozen card must match. */
  async function readFigures(value: Month): Promise<[number | undefined, number | undefined]> {
    await network.catchUp()
    const readCard = async (memberNo: string) =>
      network.query({ name: 'card', month: value, memberId: await findMemberId(memberNo) })
    return [(await readCard('V'))?.personalPv, (await readCard('U'))?.groupPv]
  }
  const readFrozen = async (value: Month) =>
    (
      await query(`select (select personal_pv from cards join users on id = member_id where month = '${value}' and member_no = 'V') as v,
        (select group_pv from cards join users on id = member_id where month = '${value}' and member_no = 'U') as u`)
    )[0]
  const readPoints = async () => {
    const { data, total } = await listPoints(connection().db, await findMemberId('V'), 0)
    return [data.map((entry) => `${entry.points} ${entry.description}`), total]
  }
  /** Company figures include all of it. */
  const readCounted = async (value: Month) => {
    const preview = await previewMonth(connection(), { month: value, minimumPayoutCents: cents(2500) })
    if (!preview.ok) throw new Error(preview.refusal.code)
    return preview.sums.orders
  }

  beforeAll(async () => {
    await importExample()
    await inTransaction(connection().db, (trx) => skipMonths(trx, july, Date.now()))
    network = openLiveNetwork(connection(), (error) => {
      throw error
    })
    await members('U,,member,active,Ula,Kay,u@example.com,,2026-07-01', veraRow('2026-08-20'))
    await importOrderRows(
      'OWN,U,own,2026-07-02,50.00,50,',
      'EARLY0,V,own,2026-07-05,300.00,300,',
      'EARLY1,V,own,2026-08-05,200.00,200,',
      'DAY,V,customer,2026-08-20,10.00,10,',
      'LATE1,V,own,2026-08-25,100.00,100,',
    )
  })
  afterAll(() => network.close())

  test('count only in company figures, including those of the month of enrollment; the enrollment day itself is the member’s', async () => {
    expect(await readFigures(july)).toEqual([undefined, 50])
    expect(await readFigures(august)).toEqual([110, 110])
    expect(await readCounted(august)).toBe(3)
    expect(await readPoints()).toEqual([['100 Order #LATE1', '10 Order #DAY'], 110])
    await isClean()
  })

  test('are returned without affecting a member, within their month and after its close', async () => {
    expect(await close(july)).toMatchObject({ ok: true })
    const before = await readPoints()
    const returnedAt = new Date('2026-08-10T12:00:00Z')
    const plan = await inTransaction(connection().db, (trx) =>
      planReversal(trx, { orderNo: 'EARLY0' }, { kind: 'return', cvCents: 30_000, pv: 300 }, returnedAt),
    )
    expect(plan).toMatchObject({ ok: true, plan: { month: august, lines: [] } })
    expect(plan.ok && (await previewReversal(network, plan.plan))).toBeUndefined()
    expect(
      await importReturnRows('EARLY0,2026-08-10T12:00:00Z,300.00,300', 'EARLY1,2026-08-11,50.00,50'),
    ).toMatchObject({
      ok: true,
      added: 2,
    })
    expect(await readFigures(august)).toEqual([110, 110])
    expect(await readPoints()).toEqual(before)
    await isClean()
  })

  test('become the member’s if the enrollment is moved before them while their month is open', async () => {
    expect(await members(veraRow('2026-08-05'))).toMatchObject({ updated: 1 })
    expect(await readFigures(august)).toEqual([260, 260])
    expect(await readPoints()).toEqual([
      ['-50 Order #EARLY1 returned', '100 Order #LATE1', '10 Order #DAY', '200 Order #EARLY1'],
      260,
    ])
    await isClean()
    expect(await members(veraRow('2026-08-21'))).toMatchObject({ updated: 1 })
    expect(await readFigures(august)).toEqual([100, 100])
    expect(await readPoints()).toEqual([['100 Order #LATE1'], 100])
    await isClean()
  })

  test('stay frozen after the close, including later returns', async () => {
    expect(await close(august)).toMatchObject({ ok: true })
    expect(await readFrozen(august)).toEqual({ v: 100, u: 100 })
    expect(await members(veraRow('2026-07-01'))).toMatchObject({ updated: 1 })
    await isClean()
    for (const orderNo of ['EARLY1', 'DAY']) {
      const instant = new Date('2026-09-03T12:00:00Z')
      expect(
        await inTransaction(connection().db, (trx) =>
          reverseVolume(trx, { order: { orderNo }, reversal: { kind: 'cancellation' }, returnedAt: instant }),
        ),
      ).toEqual({
        ok: true,
      })
    }
    expect(await readFigures(september)).toEqual([0, 0])
    expect(await importReturnRows('LATE1,2026-09-04,40.00,40')).toMatchObject({ ok: true, added: 1 })
    expect(await readFigures(september)).toEqual([-40, -40])
    expect(await readPoints()).toEqual([['-40 Order #LATE1 returned', '100 Order #LATE1'], 60])
    await isClean()
    expect(await close(september)).toMatchObject({ ok: true })
    expect(await readFrozen(september)).toEqual({ v: -40, u: -40 })
    await isClean()
    await expect(
      connection().pool.query(`update counted_orders set before_enrollment = false where order_no = 'EARLY1'`),
    ).rejects.toThrow('belongs to a closed month')
  })
})

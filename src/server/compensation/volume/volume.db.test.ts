import { beforeAll, expect, it } from 'vitest'
import type { AdminResponse } from '#contract/admin-calls.ts'
import { type Month, monthOf, previousMonth } from '#domain/calendar/month.ts'
import { parseCsv } from '#server/platform/csv/records.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { closeWithDefaults } from '#test/close-with-defaults.ts'
import { createCountedOrder, createExample1, createMember } from '#test/create-network.ts'
import { databaseTest } from '#test/database.ts'
import { makeStaff, staffSession } from '#test/staff.ts'
import { skipMonths } from '../close/skip-months.ts'
import { reverseVolume, type VolumeReversal } from '../count/reverse-volume.ts'

type VolumeResponse = AdminResponse<'volumeShares'>
const cents = (dollars: number) => Math.round(dollars * 100)

databaseTest('volume by source', (connection) => {
  const suite = appForSuite(connection)
  let ids: Map<string, UserId>
  const query = async (text: string, values: unknown[] = []) => (await connection().pool.query(text, values)).rows
  const signIn = async (role: 'manager' | 'clerk' = 'manager') => {
    const staff = await makeStaff(connection().db, role)
    const browser = browserOf(suite)
    browser.jar.set('staff', await staffSession(connection().db, staff.id, true))
    return browser
  }
  const readShares = async (search: string): Promise<VolumeResponse> => {
    const response = await (await signIn()).get(`/admin/network/volume.json?${search}`)
    expect(response.statusCode).toBe(200)
    return response.json()
  }
  const reverse = async (orderNo: string, reversal: VolumeReversal, day: string) => {
    const current = new Date(`${day}T12:00:00Z`)
    expect(
      await inTransaction(connection().db, (trx) =>
        reverseVolume(trx, { order: { orderNo }, reversal, returnedAt: current }),
      ),
    ).toEqual({
      ok: true,
    })
  }
  const close = async (month: string) =>
    expect(await closeWithDefaults(connection(), month as Month)).toMatchObject({ ok: true })

  /** Computed from raw rows alone: edges of the month, completed orders and returns. */
  async function sumRows(month: string) {
    const edges = new Map<number, number | null>()
    for (const { member_id, sponsor_id } of await query(
      'select member_id, sponsor_id from sponsorships where from_month <= $1 order by member_id, from_month',
      [month],
    ))
      edges.set(member_id, sponsor_id)
    const orders = await query('select id, member_id, customer, cv_cents from counted_orders where month = $1', [month])
    const returns = await query(
      `select member_id, back.cv_cents from order_returns back join counted_orders counted on counted.id = counted_order_id
        where back.month = $1`,
      [month],
    )
    const isInDownline = (member: number | null, top: number): boolean => {
      for (let current = member; current !== null; current = edges.get(current) ?? null)
        if (current === top) return true
      return false
    }
    return [...edges.keys()].flatMap((top) => {
      const sum = (rows: typeof orders) => rows.reduce((total, { cv_cents }) => total + cv_cents, 0)
      const sold = orders.filter(({ member_id }) => isInDownline(member_id, top))
      const customers = sum(sold.filter(({ customer }) => customer))
      const returned = sum(returns.filter(({ member_id }) => isInDownline(member_id, top)))
      const downline = [...edges.keys()].filter((member) => member !== top && isInDownline(member, top)).length
      const volume = sum(sold)
      if (downline === 0 || (volume === 0 && returned === 0)) return []
      return [{ id: top, downline, volume, customers, personal: volume - customers, returned: 0 - returned }]
    })
  }

  async function expectMatchingShares(month: string, figures: string): Promise<VolumeResponse> {
    await suite().services.network.catchUp()
    const shown = await readShares(`month=${month}`)
    expect(shown).toMatchObject({ month, figures })
    const expected = (await sumRows(month)).toSorted((a, b) => b.volume - a.volume || a.id - b.id)
    expect(
      shown.data.map(({ id, downline, volume, customers, personal, returned }) => ({
        id,
        downline,
        volume: cents(volume),
        customers: cents(customers),
        personal: cents(personal),
        returned: cents(returned),
      })),
    ).toEqual(expected)
    const { company } = shown
    if (!company) throw new Error('a month of the shop must have a line of all orders')
    expect(cents(company.volume)).toBe(cents(company.customers) + cents(company.personal) + cents(company.no_member))
    for (const row of [company, ...shown.data]) expect(cents(row.net)).toBe(cents(row.volume) + cents(row.returned))
    return shown
  }

  /** Compares the net volume of a group with the sales on the cards of all its members. */
  async function expectOnCards(month: string, shown: VolumeResponse) {
    for (const { id, net } of shown.data) {
      const [sum] = await query(
        `with recursive downline as (
           select member_id, total_sales_cents from cards where month = $1 and member_id = $2
           union all select card.member_id, card.total_sales_cents from downline
             join cards card on card.month = $1 and card.sponsor_id = downline.member_id)
         select sum(total_sales_cents)::bigint as cents from downline`,
        [month, id],
      )
      expect([id, cents(net)]).toEqual([id, sum.cents])
    }
  }

  beforeAll(async () => {
    await createMember(connection(), { name: 'Old', enrolledAt: new Date('2025-12-05T12:00:00Z') })
    const skipped = await inTransaction(connection().db, (trx) => skipMonths(trx, '2026-01' as Month, Date.now()))
    expect(skipped).toMatchObject({ ok: true })
    ids = await createExample1(connection())
  })

  it('is shown for any group of an open month with returns in it, and is unchanged after the close', async () => {
    await createCountedOrder(connection(), {
      orderNo: 'nobody',
      member: null,
      month: '2026-03' as Month,
      customer: true,
      cvCents: 9_999,
      pv: 99,
    })
    await reverse('O7', { kind: 'return', cvCents: 11_111, pv: 100 }, '2026-03-20')
    const live = await expectMatchingShares('2026-03', 'live')
    const [a] = live.data
    // 4,590.04 in the example, of which O2 and O7 are customers'.
    expect(a).toMatchObject({ id: ids.get('A'), downline: 7, volume: 4_590.04, customers: 458.78, returned: -111.11 })
    expect([a?.customers_share, a?.personal_share, a?.returned_share, a?.no_member]).toEqual([10, 90, 2.42, 0])
    expect(live.company).toMatchObject({ volume: 4_690.03, no_member: 99.99, no_member_share: 2.13 })
    for (const month of ['2026-01', '2026-02', '2026-03']) await close(month)
    const frozen = await expectMatchingShares('2026-03', 'frozen')
    expect({ ...frozen, state: '', figures: '' }).toEqual({ ...live, state: '', figures: '' })
    await expectOnCards('2026-03', frozen)
  })

  it('has returns on closed months in the month in which they were booked', async () => {
    await createCountedOrder(connection(), {
      orderNo: 'april',
      member: ids.get('H') as UserId,
      month: '2026-04' as Month,
      cvCents: 5_000,
      pv: 50,
    })
    await reverse('O8', { kind: 'cancellation' }, '2026-04-09')
    const live = await expectMatchingShares('2026-04', 'live')
    expect(live.data[0]).toMatchObject({ volume: 50, returned: -705.07, net: -655.07, returned_share: 1_410.14 })
    // D has no volume, only returns of G.
    expect(live.data.at(-1)).toMatchObject({ id: ids.get('D'), volume: 0, customers_share: null, returned_share: null })
    await close('2026-04')
    const frozen = await expectMatchingShares('2026-04', 'frozen')
    expect({ ...frozen, state: '', figures: '' }).toEqual({ ...live, state: '', figures: '' })
    await expectOnCards('2026-04', frozen)
    expect((await expectMatchingShares('2026-03', 'frozen')).data[0]).toMatchObject({ returned: -111.11 })
  })

  it('pages through many groups and writes them to a file, for managers only', async () => {
    const month = previousMonth(monthOf(Date.now()))
    const enrolledAt = new Date(`${month}-02T12:00:00Z`)
    for (let n = 0; n < 65; n++) {
      const top = await createMember(connection(), { name: `Top${n}`, enrolledAt })
      const below = await createMember(connection(), { name: `Below${n}`, sponsor: top, enrolledAt })
      await createCountedOrder(connection(), {
        member: below,
        month,
        customer: n % 2 === 0,
        cvCents: 1_000 * (n % 9),
        pv: 1,
      })
    }
    await suite().services.network.catchUp()
    const first = await readShares(`month=${month}`)
    expect(first.data).toHaveLength(50)
    const secondPage = await readShares(`month=${month}&after=${first.next}`)
    expect(secondPage.next).toBeNull()
    const allGroups = [...first.data, ...secondPage.data]
    const expected = (await sumRows(month)).toSorted((a, b) => b.volume - a.volume || a.id - b.id)
    expect(allGroups.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
    expect(allGroups).toHaveLength(57)

    const { get } = await signIn()
    const file = await get(`/admin/network/volume.csv?month=${month}`)
    const [heading, company, ...lines] = parseCsv(file.body).map(({ cells }) => cells)
    expect(heading?.slice(0, 6)).toEqual(['month', 'member_no', 'name', 'downline', 'volume', 'customers'])
    expect(company?.slice(0, 5)).toEqual([month, '', 'All orders', '', first.company?.volume.toFixed(2)])
    expect(lines.map((cells) => cells[2])).toEqual(allGroups.map(({ name }) => name))
    expect(await query(`select from audit_entries where action = 'report.exported'`)).toHaveLength(1)
    for (const path of ['volume.json', 'volume.csv'])
      expect((await (await signIn('clerk')).get(`/admin/network/${path}`)).statusCode).toBe(403)
  })

  it('is empty for a month that was closed elsewhere, and valid for any cursor', async () => {
    expect(await readShares('month=2025-12')).toMatchObject({
      figures: 'closed_externally',
      company: null,
      data: [],
      next: null,
    })
    const { get } = await signIn()
    expect((await get('/admin/network/volume.csv?month=2025-12')).body.split('\n')).toHaveLength(2)
    for (const search of ['month=2999-01', 'month=x', 'after=1', 'after=-1.1', 'after=1.1e9', 'after=1.5.1', 'after='])
      expect([search, (await get(`/admin/network/volume.json?${search}`)).statusCode]).toEqual([search, 422])
    expect(await readShares('month=2026-03&after=999999999999999.999999999')).toMatchObject({ month: '2026-03' })
  })
})

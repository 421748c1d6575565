import { beforeAll, expect, it } from 'vitest'
import type { ReviewFlag } from '#contract/compensation/network.ts'
import { reviewFlagKinds } from '#contract/compensation/review-flag-kinds.ts'
import {
  firstInstant,
  type Month,
  monthOf,
  monthsFrom,
  nextMonth,
  previousMonth,
  shopDayOf,
} from '#domain/calendar/month.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { closeWithDefaults } from '#test/close-with-defaults.ts'
import { createCountedOrder, createExample1, createMember } from '#test/create-network.ts'
import { databaseTest } from '#test/database.ts'
import { readCell, readTable } from '#test/plan-tables.ts'
import { makeStaff, staffSession } from '#test/staff.ts'
import { reverseVolume, type VolumeReversal } from '../count/reverse-volume.ts'
import { countWarnings } from '../review-flags/count-warnings.ts'

databaseTest('the network in the back office', (connection) => {
  const suite = appForSuite(connection)
  let ids: Map<string, UserId>
  const signInClerk = async () => {
    const staff = await makeStaff(connection().db, 'clerk')
    const browser = browserOf(suite)
    browser.jar.set('staff', await staffSession(connection().db, staff.id, true))
    return browser
  }
  type TreeResponse = Awaited<ReturnType<typeof readTree>>
  const readTree = async (query: string) => {
    const response = await (await signInClerk()).get(`/admin/network/tree.json?${query}`)
    expect(response.statusCode).toBe(200)
    return response.json()
  }
  const toNames = (members: { name: string }[]) => members.map(({ name }) => name[0])
  const findMemberId = (letter: string) => ids.get(letter) as UserId

  beforeAll(async () => {
    ids = await createExample1(connection())
  })

  async function expectExample(figures: string, requestTree: (query: string) => Promise<TreeResponse>) {
    for (const row of readTable('example-1/cards')) {
      const { member } = await requestTree(`month=2026-03&member_id=${findMemberId(readCell(row, 'member_no'))}`)
      expect(row).toMatchObject({
        level: String(member.level),
        personal_pv: String(member.personal_pv),
        customer_pv: String(member.customer_pv),
        group_pv: String(member.group_pv),
        total_sales: member.total_sales.toFixed(2),
        total_bonus: member.total_bonus.toFixed(2),
      })
    }
    const e = await requestTree(`month=2026-03&member_id=${findMemberId('E')}`)
    expect(e).toMatchObject({ figures, path_more: false, legs_count: { count: 1, more: false }, next: null })
    expect(toNames(e.path)).toEqual(['A', 'B'])
    expect(toNames(e.legs)).toEqual(['H'])
    expect(e.member).toMatchObject({ status: 'pending', active: false, direct_line: { count: 1 } })
    const top = await requestTree('month=2026-03')
    expect(top).toMatchObject({ member: null, requested: null, path: [] })
    expect(toNames(top.legs)).toEqual(['A'])
    expect(await requestTree(`month=2026-01&member_id=${findMemberId('A')}`)).toMatchObject({ first_month: '2026-01' })
  }

  const readOrderMoney = async (order: string) => {
    const response = await (await signInClerk()).get(`/admin/network/orders.json?order=${order}`)
    expect(response.statusCode).toBe(200)
    return response.json()
  }
  const toCents = (dollars: number) => Math.round(dollars * 100)

  /** Checks every line and every reason of the plan's example, their sums, and the company's share. */
  async function expectMoney(figures: string) {
    for (const row of readTable('example-1/sums')) {
      if (readCell(row, 'order_no') === 'all') continue
      const { counted } = await readOrderMoney(readCell(row, 'order_no'))
      expect(counted).toMatchObject({ figures, reconciled: true, reversals: [], unpaid_uplines_more: false })
      const sum = counted.payees.reduce((total: number, { amount }: { amount: number }) => total + toCents(amount), 0)
      expect(toCents(counted.paid) + toCents(counted.retained)).toBe(toCents(counted.cv))
      expect([toCents(counted.paid), toCents(counted.paid) + toCents(counted.breakage)]).toEqual([
        sum,
        toCents(counted.ceiling),
      ])
    }
    const lines = readTable('example-1/lines')
    for (const orderNo of new Set(lines.map((row) => readCell(row, 'order_no')))) {
      const { counted } = await readOrderMoney(orderNo)
      const shown = counted.payees.map((line: { member: { name: string }; kind: string; amount: number }) =>
        [line.member.name[0], line.kind, line.amount.toFixed(2)].join(),
      )
      const due = lines
        .filter((row) => readCell(row, 'order_no') === orderNo)
        .map((row) => [readCell(row, 'payee_no'), readCell(row, 'kind'), readCell(row, 'amount')].join())
      expect(shown.toSorted()).toEqual(due.toSorted())
    }
    const { counted } = await readOrderMoney('O9')
    expect(counted.unpaid_uplines).toContainEqual({
      member: expect.anything(),
      kind: 'direct_line',
      depth: 1,
      reason: 'not_active',
    })
  }

  it('shows any member of an open month live, and of a closed one as frozen, equal to the cent', async () => {
    await expectExample('live', readTree)
    await expectMoney('live')
    for (const month of ['2026-01', '2026-02', '2026-03'])
      expect(await closeWithDefaults(connection(), month as never)).toMatchObject({ ok: true })
    await expectMoney('frozen')
    await connection().pool.query(`update users set status = 'suspended' where id = $1`, [findMemberId('D')])
    await expectExample('frozen', readTree)
    const d = await readTree(`month=2026-03&member_id=${findMemberId('D')}`)
    expect(d.member).toMatchObject({ active: true, status: 'suspended', downline: null })
  })

  it('explains why an order has no figures, and lists later reversals of a closed one', async () => {
    expect(await readOrderMoney('nothing-such')).toMatchObject({ reason: 'unknown', counted: null })
    const reverse = (reversal: VolumeReversal) =>
      inTransaction(connection().db, (trx) =>
        reverseVolume(trx, { order: { orderNo: 'O7' }, reversal, returnedAt: new Date() }),
      )
    expect(await reverse({ kind: 'return', cvCents: 11_111, pv: 100 })).toEqual({ ok: true })
    const partlyReturned = (await readOrderMoney('O7')).counted
    expect(partlyReturned).toMatchObject({
      cv: 333.33,
      reconciled: true,
      paid_after: 33.34,
      retained_after: 188.88,
      reversals: [{ cv: -111.11, pv: -100 }],
    })
    expect(await reverse({ kind: 'cancellation' })).toEqual({ ok: true })
    const fullyReturned = (await readOrderMoney('O7')).counted
    expect(fullyReturned).toMatchObject({ paid_after: 0, retained_after: 0, breakage_after: 0 })
    expect(fullyReturned.reversals).toHaveLength(2)
    expect((await (await signInClerk()).get('/admin/network/orders.json?order=')).statusCode).toBe(422)
  })

  it('pages through a wide direct line, live and frozen, and excludes members enrolled later', async () => {
    const [last, now] = [previousMonth(monthOf(Date.now())), monthOf(Date.now())]
    const enrolledAt = new Date(`${last}-10T12:00:00Z`)
    const wide = await createMember(connection(), { name: 'Wide', enrolledAt })
    const memberIds: number[] = []
    for (let leg = 0; leg < 55; leg++)
      memberIds.push(
        await createMember(connection(), { name: `Leg${leg}`, sponsor: wide, enrolledAt: new Date(+enrolledAt + leg) }),
      )
    const late = await createMember(connection(), { name: 'Late', sponsor: wide })
    await suite().services.network.catchUp()
    const readBothPages = async (month: string) => {
      const first = await readTree(`month=${month}&member_id=${wide}`)
      expect([first.legs.length, first.next]).toEqual([50, memberIds[49]])
      const secondPage = await readTree(`month=${month}&member_id=${wide}&after=${first.next}`)
      expect(secondPage.next).toBeNull()
      return [...first.legs, ...secondPage.legs].map(({ id }: { id: number }) => id)
    }
    expect(await readBothPages(now)).toEqual([...memberIds, late])
    for (const month of monthsFrom('2026-04' as Month, last))
      expect(await closeWithDefaults(connection(), month, { now: Date.now() + 40 * 86_400_000 })).toMatchObject({
        ok: true,
      })
    expect(await readBothPages(last)).toEqual(memberIds)
    expect(await readTree(`month=${last}&member_id=${late}`)).toMatchObject({
      member: null,
      requested: { name: 'Late Planted' },
    })
    const { get } = await signInClerk()
    expect((await get('/admin/network/tree.json?member_id=2000000000')).statusCode).toBe(404)
    for (const query of ['month=2999-01', 'month=x', 'member_id=x'])
      expect((await get(`/admin/network/tree.json?${query}`)).statusCode).toBe(422)
  })

  it('lists and counts large orders, large legs and shared addresses, with the reason', async () => {
    const month = monthOf(Date.now())
    const top = await createMember(connection(), { name: 'Top' })
    const leg = await createMember(connection(), { name: 'Leg', sponsor: top })
    const orderNo = 'large-one'
    await createCountedOrder(connection(), { orderNo, member: leg, month, cvCents: 90_000, pv: 900 })
    for (let n = 0; n < 11; n++)
      await createCountedOrder(connection(), { orderNo: `small-${n}`, member: top, month, cvCents: 1_000, pv: 10 })
    const writings = ['12 Oak Street', '12 oak st.', '12 OAK ST']
    for (const [n, line] of writings.entries())
      await connection().pool.query(
        `insert into user_addresses (user_id, first_name, last_name, phone_number, address_1, address_2, city, state, zip)
         values ($1, 'A', 'B', '1', $2, '', 'Fort Lee', 'NJ', '07024'), ($1, 'A', 'B', '1', $3, '', 'Fort Lee', 'NJ', '07024')`,
        [[top, leg, findMemberId('A')][n], line, `${n} Elm Street`],
      )
    // The month pays both; members who are only in it get nothing.
    const [last = '', first = ''] = [shopDayOf(firstInstant(nextMonth(month)) - 1), `${month}-01`]
    const expired = await createMember(connection(), { name: 'Expired', sponsor: top })
    const paid = await createMember(connection(), { name: 'Paid', sponsor: top })
    await createCountedOrder(connection(), { orderNo: 'expired-one', member: expired, month, cvCents: 2_000, pv: 20 })
    await createCountedOrder(connection(), { orderNo: 'paid-one', member: paid, month, cvCents: 2_000, pv: 20 })
    const holdLicense = (id: number, day: string) =>
      connection().pool.query(
        `update users set cosmetology_id = 'N' || id, license_state = 'NJ', license_expires_on = $2 where id = $1`,
        [id, day],
      )
    await holdLicense(expired, first)
    await holdLicense(paid, last)
    await holdLicense(findMemberId('A'), first)
    await suite().services.network.catchUp()
    const listFlags = async (kind: string): Promise<ReviewFlag[]> =>
      (await (await signInClerk()).get(`/admin/network/review-flags.json?month=${month}&kind=${kind}`)).json().data
    expect(await listFlags('large_order')).toMatchObject([
      { id: orderNo, reasons: ['large_order'], member: { id: leg }, share_bp: 8571, order: { cv: 900 } },
    ])
    expect(await listFlags('large_leg')).toMatchObject([
      { member: { id: leg }, sponsor: { id: top }, share_bp: 8571, pv: 900 },
    ])
    const shared = await listFlags('same_address')
    expect(shared).toMatchObject([{ address: '12 Oak Street, Fort Lee, NJ 07024', accounts_count: 3 }])
    expect(shared[0]?.accounts.map(({ id }) => id).toSorted()).toEqual([top, leg, findMemberId('A')].toSorted())
    expect(await countWarnings(suite().services, month)).toEqual([
      { kind: 'near_match', count: 0, more: false },
      { kind: 'same_address', count: 1, more: false },
      { kind: 'large_order', count: 1, more: false },
      { kind: 'large_leg', count: 1, more: false },
      { kind: 'expired_license', count: 1, more: false },
    ])
    const [shown, ...others] = await listFlags('expired_license')
    expect(shown).toMatchObject({
      member: { id: expired },
      reasons: ['expired_license'],
      expired_on: first,
      order: null,
    })
    expect(shown?.bonus).toBeGreaterThan(0)
    expect(others).toEqual([])
  })
  it.each(
    reviewFlagKinds.flatMap((kind) =>
      ['2147483648', '1.5', '1e400', '-1', '2026-02-31.1', '0000-01-01.1', '1.\0'].map(
        (after) => [kind, after] as const,
      ),
    ),
  )('%s restart, or are refused, after %j, which is not a valid cursor', async (kind, after) => {
    const search = new URLSearchParams({ kind, after })
    const { statusCode } = await (await signInClerk()).get(`/admin/network/review-flags.json?${search}`)
    expect(statusCode).toBe(after.includes('\0') ? 422 : 200)
  })

  it('ends the list of expired licenses after a full last slice', async () => {
    const month = monthOf(Date.now())
    await connection().pool.query(`update users set license_expires_on = null`)
    await connection().pool.query(
      `insert into users (email, type, status, first_name, last_name, phone_number, referral_code, cosmetology_id,
         license_state, license_expires_on)
       select 'slice' || n || '@example.com', 'member', 'active', 'Slice', 'Member', '', 'SLICE' || n, 'S' || n, 'NJ', $1
         from generate_series(1, 500) n`,
      [`${month}-01`],
    )
    await suite().services.network.catchUp()
    const readPage = async (after: string) =>
      (
        await (await signInClerk()).get(`/admin/network/review-flags.json?month=${month}&kind=expired_license${after}`)
      ).json()
    expect(await readPage('')).toMatchObject({ data: [], next: null })
  })
})

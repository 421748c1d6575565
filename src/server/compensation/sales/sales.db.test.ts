import { beforeAll, expect, it } from 'vitest'
import type { BonusLine } from '#contract/compensation/sales.ts'
import { type Month, monthOf, nextMonth, previousMonth } from '#domain/calendar/month.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { appForSuite } from '#test/app.ts'
import { createCountedOrder, createExample1, createMember, signInAs } from '#test/create-network.ts'
import { databaseTest } from '#test/database.ts'
import { readCell, readTable } from '#test/plan-tables.ts'
import { reverseVolume } from '../count/reverse-volume.ts'

const MARCH = 'year=2026&month=03'

databaseTest('the Sales page of worked example 1', (connection) => {
  const suite = appForSuite(connection)
  let ids: Map<string, UserId>
  const findMemberId = (letter: string): UserId => ids.get(letter) as UserId
  const browserAs = (letter: string) => signInAs(suite, connection(), findMemberId(letter))
  const lines = async (letter: string, query: string): Promise<BonusLine[]> => {
    const response = await (await browserAs(letter)).get(`/account/sales/lines.json?${MARCH}&${query}`)
    expect(response.statusCode).toBe(200)
    return response.json().lines
  }
  beforeAll(async () => {
    ids = await createExample1(connection())
  })

  it('has the figures of the plan for everybody, to the cent', async () => {
    for (const row of readTable('example-1/cards')) {
      const { detail } = (
        await (await browserAs(readCell(row, 'member_no'))).get(`/account/sales.json?${MARCH}`)
      ).json()
      const figures = {
        level: String(detail.sales_level),
        personal_pv: String(detail.personal_pv),
        customer_pv: String(detail.customer_pv),
        group_pv: String(detail.total_pv),
        total_sales: detail.total_sales.toFixed(2),
        sales_bonus: detail.sales_bonus.toFixed(2),
        level_bonus: detail.level_bonus.toFixed(2),
        total_bonus: detail.total_bonus.toFixed(2),
      }
      expect(row).toMatchObject(figures)
    }
  })

  it('shows the direct line, which adds up to the total with the personal points', async () => {
    const { detail, children, page_count } = (await (await browserAs('A')).get(`/account/sales.json?${MARCH}`)).json()
    expect(children).toMatchObject([
      { first_name: 'B', last_name: 'Planted', sales_level: 3, total_sales: 1410.3, final_pv: 3050, status: 1 },
      { first_name: 'C', sales_level: 2, total_sales: 450.25, final_pv: 700, status: 1 },
    ])
    expect(page_count).toBe(1)
    expect(detail.total_pv).toBe(detail.personal_pv + 3050 + 700)
    expect(detail).toMatchObject({ state: 'settling', provisional: true, enrolled: true, active: true, rate_bp: 1200 })
    expect(detail.payout).toBeNull()
  })

  it('shows what D lacks for Ruby, and what March would have paid there', async () => {
    const level = (await (await browserAs('D')).get(`/account/sales/level.json?${MARCH}`)).json()
    expect(level).toMatchObject({ level: 2, active: true, total_bonus: 79.96 })
    expect(level.next).toMatchObject({ level: 3, rate_bp: 900, total_bonus: 130.52 })
    expect(level.next.conditions).toContainEqual({
      kind: 'group_pv',
      leg_level: 0,
      leg_level_name: '',
      have: 1470,
      need: 1500,
      missing: 30,
    })
    const pending = (await (await browserAs('E')).get(`/account/sales/level.json?${MARCH}`)).json()
    expect(pending).toMatchObject({ level: 1, active: false, next: null })
  })

  it('uses the level names of the stored plan', async () => {
    const rename = (from: string, to: string) =>
      connection().pool.query(`update plans set levels = replace(levels::text, $1, $2)::jsonb`, [
        `"${from}"`,
        `"${to}"`,
      ])
    await rename('Ruby', 'Garnet')
    const a = await browserAs('A')
    const read = async (path: string) => (await a.get(`/account/${path}?${MARCH}`)).json()
    const { detail, children } = await read('sales.json')
    expect(detail).toMatchObject({ sales_level: 4, level_name: 'Sapphire', next: { level: 5, level_name: 'Emerald' } })
    expect(children).toMatchObject([{ level_name: 'Garnet' }, { level_name: 'Silver' }])
    expect((await read('sales/legs.json')).legs).toMatchObject([{ level_name: 'Garnet' }, { level_name: 'Silver' }])
    const { level_name, next } = await (await browserAs('B'))
      .get(`/account/sales/level.json?${MARCH}`)
      .then((response) => response.json())
    expect([level_name, next.level_name]).toEqual(['Garnet', 'Sapphire'])
    const legs = (await read('sales/level.json')).next.conditions.find(({ kind }: { kind: string }) => kind === 'legs')
    expect(legs).toMatchObject({ leg_level: 2, leg_level_name: 'Silver' })
    const { months } = await read('sales/history.json')
    expect(
      months.find(({ year, month }: Record<string, string>) => `year=${year}&month=${month}` === MARCH),
    ).toMatchObject({
      level_name: 'Sapphire',
    })
    await rename('Garnet', 'Ruby')
  })

  it('explains an amount by its lines: rate, covered rate and its payee, and members passed over', async () => {
    const level = await lines('B', 'bonus=level')
    const o5 = level.find(({ order_no }) => order_no === 'O5')
    expect(o5).toMatchObject({ cv: 980.15, rate_bp: 900, covered_bp: 600, total: 88.21, covered: 58.81, amount: 29.4 })
    expect(o5?.covered_by).toMatchObject({ name: 'D Planted', depth: 1 })
    const o9 = level.find(({ order_no }) => order_no === 'O9')
    expect(o9?.credited).toMatchObject({ name: 'H P.', depth: 2 })
    expect(o9?.passed_over).toMatchObject([{ name: 'E Planted', depth: 1, reason: 'not_active' }])
    expect(level.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)).toBe(7609)
    expect((await lines('A', 'bonus=sales')).reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)).toBe(9607)
    expect((await lines('A', 'bonus=personal')).map(({ order_no }) => order_no)).toEqual(['O1', 'O2'])
  })

  it('gives a reason for every order that paid nothing', async () => {
    expect(await lines('D', 'bonus=level&paid=no')).toMatchObject([{ order_no: 'O8', reason: 'equal_rate', amount: 0 }])
    expect(await lines('E', 'bonus=sales&paid=no')).toMatchObject([
      { order_no: 'O6', kind: 'own_sale', reason: 'not_active' },
      { order_no: 'O9', kind: 'direct_line', reason: 'not_active' },
    ])
  })

  it('shows the legs of a downline member with the path to it, and finds members by number or name', async () => {
    const a = await browserAs('A')
    const top = (await a.get(`/account/sales/legs.json?${MARCH}`)).json()
    expect(top).toMatchObject({ path: [], page_count: 1 })
    expect(top.legs).toMatchObject([
      { id: findMemberId('B'), depth: 1, group_pv: 3050, direct_line: 2, downline: 4 },
      { id: findMemberId('C'), depth: 1, group_pv: 700, direct_line: 1, downline: 1 },
    ])
    const downline = (await a.get(`/account/sales/legs.json?${MARCH}&member_id=${findMemberId('E')}`)).json()
    expect(downline.path).toMatchObject([
      { name: 'B Planted', depth: 1 },
      { name: 'E P.', depth: 2, status: 0 },
    ])
    expect(downline.legs).toMatchObject([{ name: 'H P.', depth: 3, personal_pv: 240, status: 1 }])

    const found = (await a.get(`/account/sales/search.json?${MARCH}&q=h%20p`)).json()
    expect(found).toMatchObject({ legs: [{ id: findMemberId('H'), depth: 3 }], more: false })
    const foundByNumber = (await a.get(`/account/sales/search.json?${MARCH}&q=${found.legs[0].member_no}`)).json()
    expect(foundByNumber.legs).toMatchObject([{ id: findMemberId('H') }])
    const noMatch = (await (await browserAs('C')).get(`/account/sales/search.json?${MARCH}&q=h`)).json()
    expect(noMatch.legs).toEqual([])
    expect(
      (await (await browserAs('C')).get(`/account/sales/legs.json?${MARCH}&member_id=${findMemberId('B')}`)).statusCode,
    ).toBe(404)
  })

  it('searches names as they are shown: below the direct line the last name is an initial', async () => {
    const search = async (letter: string, q: string) => {
      const response = await (await browserAs(letter)).get(
        `/account/sales/search.json?${MARCH}&q=${encodeURIComponent(q)}`,
      )
      return response.json().legs.map(({ name }: { name: string }) => name)
    }
    expect(await search('A', 'planted')).toEqual(['B Planted', 'C Planted'])
    expect(await search('A', 'B Pl')).toEqual(['B Planted'])
    expect(await search('A', 'B P.')).toEqual([])
    expect(await search('A', 'H Pl')).toEqual([])
    expect(await search('E', 'H Pl')).toEqual(['H Planted'])
    expect(await search('A', 'H P')).toEqual(['H P.'])
    expect(await search('A', 'h p.')).toEqual(['H P.'])
    expect(await search('A', 'p.')).toEqual(['D P.', 'E P.', 'F P.', 'G P.', 'H P.'])
    expect(await search('A', '%')).toEqual([])
  })

  it('has zeros before the enrollment, and twelve months of history', async () => {
    const a = await browserAs('A')
    const before = (await a.get('/account/sales.json?year=2025&month=12')).json()
    expect(before).toMatchObject({ children: [], page_count: 0 })
    expect(before.detail).toMatchObject({ sales_level: 1, total_pv: 0, total_bonus: 0, enrolled: false, next: null })
    const { months } = (await a.get('/account/sales/history.json')).json()
    expect(months).toHaveLength(12)
    expect(months.find(({ month, year }: { month: string; year: string }) => `${year}-${month}` === '2026-03')).toEqual(
      {
        year: '2026',
        month: '03',
        sales_level: 4,
        level_name: 'Sapphire',
        total_pv: 4035,
        sales_bonus: 96.07,
        level_bonus: 151.14,
        total_bonus: 247.21,
        provisional: true,
      },
    )
  })
})

databaseTest('the calls of the Sales page', (connection) => {
  const suite = appForSuite(connection, { RATE_LIMITS: 'on' })
  const now = monthOf(Date.now())
  const createInvitee = async () => {
    const id = await createMember(connection(), { name: 'Ana' })
    return { id, ...(await signInAs(suite, connection(), id)) }
  }

  it.each([
    'year=2026',
    'month=03',
    'year=abcd&month=03',
    'year=2026&month=3',
    'year=2026&month=13',
    'year=1999&month=03',
    `year=${nextMonth(now).slice(0, 4)}&month=${nextMonth(now).slice(5)}`,
    'offset=-1',
    'offset=x',
  ])('refuses %s', async (query) => {
    const ana = await createInvitee()
    expect((await ana.get(`/account/sales.json?${query}`)).statusCode).toBe(422)
    if (!query.startsWith('offset')) {
      expect((await ana.get(`/account/sales/lines.json?bonus=sales&${query}`)).statusCode).toBe(422)
      expect((await ana.get(`/account/sales/level.json?${query}`)).statusCode).toBe(422)
      expect((await ana.get(`/account/sales/search.json?q=a&${query}`)).statusCode).toBe(422)
    }
    expect((await ana.get(`/account/sales/legs.json?${query}`)).statusCode).toBe(422)
  })

  it.each([
    'bonus=none',
    'bonus=sales&paid=maybe',
    'bonus=sales&after=1',
    'bonus=sales&after=1.2.3.4',
    'bonus=sales&after=9999999999.1',
  ])('refuses lines with %s', async (query) => {
    expect((await (await createInvitee()).get(`/account/sales/lines.json?${query}`)).statusCode).toBe(422)
  })

  it('is for users only', async () => {
    const { get } = await createInvitee()
    expect((await get('/account/sales.json')).statusCode).toBe(200)
    for (const path of [
      'sales.json',
      'sales/history.json',
      'sales/level.json',
      'sales/legs.json',
      'sales/search.json?q=a',
    ]) {
      expect((await suite().app.inject(`/account/${path}`)).statusCode).toBe(401)
    }
  })

  it('has pages of fifty, and an empty one past the end', async () => {
    const ana = await createInvitee()
    for (let n = 0; n < 53; n++) await createMember(connection(), { name: `Child ${n}`, sponsor: ana.id })
    await suite().services.network.catchUp()
    const readPage = async (offset: number) => (await ana.get(`/account/sales.json?offset=${offset}`)).json()
    const readNames = ({ children }: { children: { first_name: string }[] }) =>
      children.map(({ first_name }) => first_name)
    expect(readNames(await readPage(0))).toEqual(Array.from({ length: 50 }, (_, n) => `Child ${n}`))
    expect(readNames(await readPage(50))).toEqual(['Child 50', 'Child 51', 'Child 52'])
    expect((await readPage(50)).page_count).toBe(2)
    expect(readNames(await readPage(100))).toEqual([])
    const legs = (await ana.get('/account/sales/legs.json?offset=50')).json()
    expect([legs.legs.length, legs.page_count]).toEqual([3, 2])

    const order = () => createCountedOrder(connection(), { member: ana.id, month: now, cvCents: 1000, pv: 1 })
    const walk = async () => {
      await suite().services.network.catchUp()
      const numbers = new Set<string>()
      let [after, pages] = ['', 0]
      do {
        const { lines, next } = (await ana.get(`/account/sales/lines.json?bonus=personal${after}`)).json()
        for (const { order_no } of lines) numbers.add(order_no)
        after = next === null ? '' : `&after=${next}`
        pages++
      } while (after !== '')
      return [numbers.size, pages]
    }
    for (let n = 0; n < 100; n++) await order()
    // There is no empty third page.
    expect(await walk()).toEqual([100, 2])
    await order()
    expect(await walk()).toEqual([101, 3])
  })

  it('lists reversals of what a closed month paid, with their orders', async () => {
    const last = previousMonth(now)
    const { db } = connection()
    const enrolledAt = new Date(`${last}-10T12:00:00Z`)
    const ana = await createMember(connection(), { name: 'Ana', enrolledAt })
    const downline = await createMember(connection(), { name: 'Bea', sponsor: ana, enrolledAt })
    await createCountedOrder(connection(), { orderNo: 'old', member: downline, month: last, cvCents: 10_000, pv: 90 })
    await freezeMonth(last, [
      { id: ana, sponsor: null, index: 0 },
      { id: downline, sponsor: ana, index: 1 },
    ])
    await suite().services.network.catchUp()
    const { get } = await signInAs(suite, connection(), ana)
    const closed = (await get(`/account/sales.json?year=${last.slice(0, 4)}&month=${last.slice(5)}`)).json()
    expect(closed.detail).toMatchObject({ state: 'closed', provisional: false, payout: { opening: 1, state: null } })
    expect(closed.children).toMatchObject([{ id: downline, final_pv: 7 }])

    await inTransaction(db, (trx) =>
      reverseVolume(trx, { order: { orderNo: 'old' }, reversal: { kind: 'cancellation' }, returnedAt: new Date() }),
    )
    await suite().services.network.catchUp()
    const { detail } = (await get('/account/sales.json')).json()
    expect(detail).toMatchObject({ total_pv: -90, sales_bonus: -3, total_bonus: -3 })
    const { lines } = (await get('/account/sales/lines.json?bonus=sales')).json()
    expect(lines).toMatchObject([
      {
        order_no: 'old',
        kind: 'direct_line',
        amount: -3,
        cv: -100,
        pv: -90,
        reversal_of: { year: last.slice(0, 4), month: last.slice(5) },
        credited: { name: 'Bea Planted', depth: 1 },
      },
    ])

    /** Creates a close with fictional cards: only their values may be shown. */
    async function freezeMonth(month: Month, members: { id: UserId; sponsor: UserId | null; index: number }[]) {
      const figures = { personal_pv: 7, customer_pv: 7, group_pv: 7, next_legs: 0, total_sales_cents: 100 }
      const bonuses = { sales_bonus_cents: 200, level_bonus_cents: 0, total_bonus_cents: 200, next_level_cents: 5 }
      const paid = { opening_cents: 100, payable_cents: 300, carried_cents: 0 }
      await db
        .insertInto('cards')
        .values(
          members.map(({ id, sponsor, index }) => ({
            month,
            member_id: id,
            member_index: index,
            sponsor_id: sponsor,
            active: true,
            level: 1,
            title: 1,
            ...figures,
            ...bonuses,
            ...paid,
          })),
        )
        .execute()
      const line = { level: 1, rate_bp: 300, covered_bp: 0, covered_by_id: null, cv_cents: 10_000, amount_cents: 300 }
      const order = await db
        .selectFrom('counted_orders')
        .select('id')
        .where('order_no', '=', 'old')
        .executeTakeFirstOrThrow()
      await db
        .insertInto('bonus_lines')
        .values(
          members.map(({ id, sponsor }) => ({
            month,
            counted_order_id: order.id,
            payee_id: id,
            kind: sponsor === null ? 1 : 0,
            depth: sponsor === null ? 1 : 0,
            ...line,
          })),
        )
        .execute()
      const sums = {
        minimum_payout_cents: 0,
        members: 2,
        orders: 1,
        lines: 2,
        total_sales_cents: 0,
        sales_bonus_cents: 0,
        level_bonus_cents: 0,
      }
      await db
        .insertInto('months')
        .values({
          month,
          closed_at: new Date(),
          closed_by: 'a test',
          plan_version: 1,
          inputs_hash: Buffer.alloc(32),
          breakage_cents: 0,
          ...sums,
        })
        .onConflict((conflict) =>
          conflict.column('month').doUpdateSet({
            closed_at: new Date(),
            closed_by: 'a test',
            plan_version: 1,
            inputs_hash: Buffer.alloc(32),
            breakage_cents: 0,
            ...sums,
          }),
        )
        .execute()
    }
  })
})

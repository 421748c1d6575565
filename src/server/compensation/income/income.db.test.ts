import { beforeAll, expect, it } from 'vitest'
import type { AdminResponse } from '#contract/admin-calls.ts'
import type { IncomeStatistics } from '#contract/compensation/income.ts'
import { type Month, monthOf } from '#domain/calendar/month.ts'
import { parseCsv } from '#server/platform/csv/records.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { eraseUser } from '#server/privacy/erase-personal-data.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { closeWithDefaults } from '#test/close-with-defaults.ts'
import { createExample1, createMember } from '#test/create-network.ts'
import { databaseTest } from '#test/database.ts'
import { makeStaff, staffSession } from '#test/staff.ts'
import { skipMonths } from '../close/skip-months.ts'
import { reverseVolume } from '../count/reverse-volume.ts'

type Income = AdminResponse<'income'>
const owner = { kind: 'staff', staffId: 1, email: 'owner@example.com', role: 'owner' } as const
const toCents = (dollars: number | null) => (dollars === null ? null : Math.round(dollars * 100))

databaseTest('yearly income of members', (connection) => {
  const suite = appForSuite(connection)
  let ids: Map<string, UserId>
  const findMemberId = (letter: string) => ids.get(letter) as UserId
  const query = async (text: string, values: unknown[] = []) => (await connection().pool.query(text, values)).rows
  const signInManager = async (role: 'manager' | 'clerk' = 'manager') => {
    const staff = await makeStaff(connection().db, role)
    const browser = browserOf(suite)
    browser.jar.set('staff', await staffSession(connection().db, staff.id, true))
    return browser
  }
  const readIncome = async (search = ''): Promise<Income> => {
    const response = await (await signInManager()).get(`/admin/network/income.json${search}`)
    expect(response.statusCode).toBe(200)
    return response.json()
  }
  const close = async (month: string) =>
    expect(await closeWithDefaults(connection(), month as Month)).toMatchObject({ ok: true })

  /** A person’s months from raw rows: the amounts of lines and corrections in closed months, and the best level. */
  async function readExpected(months: readonly string[]): Promise<{ level: number; cents: number }[]> {
    const people: { level: number; cents: number }[] = []
    for (const { id } of await query('select id from users order by id')) {
      const cards = await query('select level from cards where member_id = $1 and month = any($2)', [id, months])
      const paid = await query(
        `select amount_cents from bonus_lines where payee_id = $1 and month = any($2)
         union all select amount_cents from bonus_corrections where member_id = $1 and month = any($2)`,
        [id, months],
      )
      const statuses: string[] = []
      for (const month of months) {
        const [held] = await query(
          `select status from member_statuses where member_id = $1 and from_month <= $2 order by from_month desc limit 1`,
          [id, month],
        )
        statuses.push(held?.status ?? 'not enrolled')
      }
      if (cards.length === 0) continue
      const cents = paid.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
      if (cents === 0 && statuses.every((status) => status === 'closed')) continue
      people.push({ level: Math.max(...cards.map(({ level }) => level)), cents })
    }
    return people
  }

  function expectFigures(shown: IncomeStatistics, people: readonly { cents: number }[], all: number) {
    const sorted = people.map(({ cents }) => cents).sort((a, b) => a - b)
    const count = sorted.length
    const sum = sorted.reduce((total, cents) => total + cents, 0)
    const roundAwayFromZero = (value: number) => (value < 0 ? -Math.round(-value) : Math.round(value))
    const getValue = (index: number) => sorted[index] ?? 0
    const none = count === 0
    expect({ ...shown, share: undefined, no_earnings_share: undefined }).toEqual({
      share: undefined,
      no_earnings_share: undefined,
      people: count,
      no_earnings: sorted.filter((cents) => cents <= 0).length,
      negative_earnings: sorted.filter((cents) => cents < 0).length,
      median: none
        ? null
        : roundAwayFromZero((getValue(Math.floor((count - 1) / 2)) + getValue(Math.floor(count / 2))) / 2) / 100,
      mean: none ? null : roundAwayFromZero(sum / count) / 100,
      ninth_decile: none ? null : getValue(Math.ceil(count * 0.9) - 1) / 100,
      lowest: none ? null : getValue(0) / 100,
      highest: none ? null : getValue(count - 1) / 100,
      total: sum / 100,
    })
    expect(shown.share).toBe(all === 0 ? null : Math.round((count * 1000) / all) / 10)
  }

  /** Recomputes every figure of a year from raw rows, and compares it with the total recorded by the closes. */
  async function expectMatchingIncome(year: number): Promise<Income> {
    const shown = await readIncome(`?year=${year}`)
    const people = await readExpected(shown.months)
    expectFigures(shown.all, people, people.length)
    for (const { level, level_name: _, ...figures } of shown.levels)
      expectFigures(
        figures,
        people.filter((person) => person.level === level),
        people.length,
      )
    const [closed] = await query(
      `select coalesce(sum(sales_bonus_cents + level_bonus_cents), 0)::bigint as cents from months
        where month like $1 and closed_at is not null and not closed_externally`,
      [`${year}-%`],
    )
    expect(toCents(shown.all.total)).toBe(closed.cents)
    return shown
  }

  beforeAll(async () => {
    await createMember(connection(), { name: 'Solo', enrolledAt: new Date('2025-11-10T12:00:00Z') })
  })

  it('is null while no month is closed, and valid for any year', async () => {
    const now = monthOf(Date.now())
    expect(await readIncome()).toMatchObject({ year: Number(now.slice(0, 4)), years: [], months: [], sentence: null })
    expect(await readIncome('?year=2025')).toMatchObject({
      open: ['2025-11', '2025-12'],
      all: { people: 0, share: null, median: null, total: 0 },
      levels: [],
    })
    const { get } = await signInManager()
    for (const year of ['x', '1999', '2101', '-1', '2026.5', '1e3', '2147483648', ''])
      expect([year, (await get(`/admin/network/income.json?year=${year}`)).statusCode]).toEqual([year, 422])
    for (const path of ['income.json', 'income.csv'])
      expect((await (await signInManager('clerk')).get(`/admin/network/${path}`)).statusCode).toBe(403)
  })

  it('omits months that were closed in an older system, and counts a member who earned nothing', async () => {
    const skipped = await inTransaction(connection().db, (trx) => skipMonths(trx, '2025-12' as Month, Date.now()))
    expect(skipped).toEqual({ ok: true, months: ['2025-11'] })
    expect(await readIncome('?year=2025')).toMatchObject({
      months: [],
      closed_externally: ['2025-11'],
      open: ['2025-12'],
    })
    // The account was closed before the month, and never earned anything.
    const departed = await createMember(connection(), {
      name: 'Departed',
      status: 'closed',
      enrolledAt: new Date('2025-12-02T12:00:00Z'),
    })
    await close('2025-12')
    expect(await query('select from cards where member_id = $1', [departed])).toHaveLength(1)
    const shown = await expectMatchingIncome(2025)
    expect(shown).toMatchObject({ months: ['2025-12'], closed_externally: ['2025-11'], open: [] })
    expect(shown.all).toMatchObject({ people: 1, no_earnings: 1, no_earnings_share: 100, median: 0 })
    expect(shown.sentence).toBe(
      'Of 1 member, 1 (100.0%) earned nothing in December 2025; the median of all was $0.00 and the mean $0.00, before expenses.',
    )
    expect(await readIncome()).toMatchObject({ year: 2025, years: [2025] })
  })

  it('counts everybody in months in which nobody earned', async () => {
    ids = await createExample1(connection())
    await close('2026-01')
    const { all, months } = await expectMatchingIncome(2026)
    expect([all.people, all.no_earnings, months]).toEqual([9, 9, ['2026-01']])
    await close('2026-02')
  })

  it('matches the plan’s example by the highest level of each', async () => {
    await close('2026-03')
    const shown = await expectMatchingIncome(2026)
    expect(shown.all).toMatchObject({ people: 9, no_earnings: 2, total: 667.18, lowest: 0, highest: 247.21 })
    expect(shown.levels.map(({ level_name, people }) => [level_name, people]).slice(0, 4)).toEqual([
      ['User', 4],
      ['Silver', 3],
      ['Ruby', 1],
      ['Sapphire', 1],
    ])
    expect(shown.levels).toHaveLength(9)
  })

  it('includes reversals, corrections and members enrolled in the last month; totals may be negative', async () => {
    const late = await createMember(connection(), {
      name: 'Late',
      sponsor: findMemberId('A'),
      enrolledAt: new Date('2026-04-30T12:00:00Z'),
    })
    for (const orderNo of ['O8', 'O3'])
      expect(
        await inTransaction(connection().db, (trx) =>
          reverseVolume(trx, {
            order: { orderNo },
            reversal: { kind: 'cancellation' },
            returnedAt: new Date('2026-04-09T12:00:00Z'),
          }),
        ),
      ).toEqual({ ok: true })
    await query(
      `insert into bonus_corrections (month, member_id, bonus, amount_cents, corrected_month, reason, requested_by)
       values ('2026-04', $1, 'sales', -7000, '2026-03', 'Paid twice', 'test')`,
      [findMemberId('D')],
    )
    await close('2026-04')
    expect(await query('select month from bonus_lines where return_id <> 0 limit 1')).toEqual([{ month: '2026-04' }])
    const shown = await expectMatchingIncome(2026)
    expect(shown.all).toMatchObject({ people: 10, negative_earnings: 1 })
    expect(shown.all.lowest).toBeLessThan(0)
    expect(shown.months).toEqual(['2026-01', '2026-02', '2026-03', '2026-04'])
    expect(shown.open[0]).toBe('2026-05')
    const [card] = await query(`select total_bonus_cents from cards where member_id = $1 and month = '2026-04'`, [late])
    expect(card.total_bonus_cents).toBe(0)
  })

  it('stays the same after an erasure, and counts an account until it was closed', async () => {
    const before = await readIncome('?year=2026')
    const erased = await inTransaction(connection().db, (trx) => eraseUser(trx, owner, findMemberId('G'), 'Asked for'))
    expect(erased).toMatchObject({ ok: true })
    const after = await expectMatchingIncome(2026)
    expect(after).toEqual(before)
    // Read from the database, not from the cached year.
    await close('2026-05')
    expect((await expectMatchingIncome(2026)).all.people).toBe(before.all.people)
  })

  it('is the same in its file', async () => {
    const shown = await readIncome()
    const response = await (await signInManager()).get('/admin/network/income.csv')
    expect(response.headers['content-disposition']).toBe('attachment; filename="income-2026.csv"')
    const [heading, all, ...levels] = parseCsv(response.body).map(({ cells }) => cells)
    expect(heading?.join()).toBe(
      'year,months,level,level_name,people,share,no_earnings,median,mean,ninth_decile,lowest,highest,total',
    )
    expect(all?.slice(0, 6)).toEqual(['2026', shown.months.join(' '), 'all', '', '10', '100'])
    expect(all?.at(-1)).toBe(shown.all.total.toFixed(2))
    expect(levels.map((cells) => cells[3])).toEqual(shown.levels.map(({ level_name }) => level_name))
    // An empty group has no median.
    expect(levels.at(-1)?.slice(4)).toEqual(['0', '0', '0', '', '', '', '', '', '0.00'])
  })
})

import { beforeAll, expect, it } from 'vitest'
import type { BonusLine, BonusLines, SalesDetail } from '#contract/compensation/sales.ts'
import { month, monthOf, previousMonth } from '#domain/calendar/month.ts'
import { cents, portion } from '#domain/money/money.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { appForSuite } from '#test/app.ts'
import { closeWithDefaults } from '#test/close-with-defaults.ts'
import { createCountedOrder, createMember, signInAs } from '#test/create-network.ts'
import { databaseTest } from '#test/database.ts'
import { skipMonths } from '../close/skip-months.ts'
import { reverseVolume, type VolumeReversal } from '../count/reverse-volume.ts'

const now = monthOf(Date.now())
const last = previousMonth(now)
const longAgo = month('2020-03')
const toCents = (dollars: number) => Math.round(dollars * 100)
const sumColumn = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

databaseTest('the orders behind the total sales', (connection) => {
  const suite = appForSuite(connection)
  let [eve, ana, pia] = [0, 0, 0] as UserId[] as [UserId, UserId, UserId]

  const reverse = (orderNo: string, reversal: VolumeReversal) =>
    inTransaction(connection().db, (trx) =>
      reverseVolume(trx, { order: { orderNo }, reversal, returnedAt: new Date() }),
    )
  const makeGoodsReturn = (cvCents: number, pv: number): VolumeReversal => ({ kind: 'return', cvCents, pv })

  async function walkLines(
    userId: UserId,
    bonus: 'personal' | 'sales' | 'level',
    paid: 'yes' | 'no',
  ): Promise<BonusLine[]> {
    const { get } = await signInAs(suite, connection(), userId)
    const lines: BonusLine[] = []
    let next: string | null = ''
    while (next !== null) {
      const response = await get(`/account/sales/lines.json?bonus=${bonus}&paid=${paid}${next && `&after=${next}`}`)
      expect(response.statusCode).toBe(200)
      const page = response.json() as BonusLines
      lines.push(...page.lines)
      next = page.next
    }
    return lines
  }

  /** All pages of both lists. */
  async function sumListed(userId: UserId): Promise<{ total: number; paid: BonusLine[]; unpaid: BonusLine[] }> {
    await suite().services.network.catchUp()
    const { get } = await signInAs(suite, connection(), userId)
    const { detail } = (await get('/account/sales.json')).json() as { detail: SalesDetail }
    const walk = (paid: 'yes' | 'no') => walkLines(userId, 'personal', paid)
    return { total: toCents(detail.total_sales), paid: await walk('yes'), unpaid: await walk('no') }
  }
  const readCv = (lines: readonly BonusLine[]) => sumColumn(lines.map(({ cv }) => toCents(cv)))

  beforeAll(async () => {
    const enrolledAt = new Date(`${longAgo}-10T12:00:00Z`)
    eve = await createMember(connection(), { name: 'Eve', enrolledAt })
    await createCountedOrder(connection(), { member: eve, month: last, cvCents: 200_000, pv: 2_000 })
    ana = await createMember(connection(), { name: 'Ana', sponsor: eve, enrolledAt })
    pia = await createMember(connection(), { name: 'Pia', enrolledAt, status: 'pending' })
    await createCountedOrder(connection(), {
      orderNo: 'elsewhere',
      member: ana,
      month: longAgo,
      cvCents: 7_000,
      pv: 70,
    })
    for (const [name, member] of [['a', ana] as const, ['p', pia] as const]) {
      for (let n = 0; n < 40; n++) {
        const cvCents = 1_000 + 37 * n
        await createCountedOrder(connection(), { orderNo: `${name}${n}`, member, month: last, cvCents, pv: 10 })
      }
    }
    await inTransaction(connection().db, (trx) => skipMonths(trx, last, Date.now()))
    expect((await closeWithDefaults(connection(), last, { now: Date.now() + 40 * 86_400_000 })).ok).toBe(true)
    await createCountedOrder(connection(), { orderNo: 'now', member: ana, month: now, cvCents: 17_900, pv: 170 })
    await createCountedOrder(connection(), { orderNo: 'of-pia', member: pia, month: now, cvCents: 17_900, pv: 170 })
  })

  it('are reduced by returns of an inactive seller, though no bonus is reversed', async () => {
    expect((await reverse('p5', makeGoodsReturn(500, 5))).ok).toBe(true)
    const { total, paid, unpaid } = await sumListed(pia)
    expect([total, paid]).toEqual([17_400, []])
    expect(unpaid).toMatchObject([
      {
        order_no: 'p5',
        kind: 'own_sale',
        cv: -5,
        pv: -5,
        amount: 0,
        rate_bp: 0,
        reason: 'not_active',
        reversal_of: { year: last.slice(0, 4), month: last.slice(5) },
      },
      { order_no: 'of-pia', cv: 179, reason: 'not_active' },
    ])
  })

  it('are reduced by returns on an order that paid no bonus here, and of a few cents', async () => {
    await reverse('a0', makeGoodsReturn(3, 0))
    await reverse('elsewhere', makeGoodsReturn(1_000, 10))
    await reverse('a0', { kind: 'cancellation' })
    const { total, paid, unpaid } = await sumListed(ana)
    expect(unpaid).toMatchObject([
      { order_no: 'elsewhere', cv: -10, amount: 0, rate_bp: 0, reason: 'closed_externally' },
      { order_no: 'a0', cv: -0.03, amount: 0, reason: 'rounds_to_nothing' },
    ])
    expect(unpaid[1]?.rate_bp).toBeGreaterThan(0)
    expect(paid).toMatchObject([{ order_no: 'a0', cv: -9.97 }, { order_no: 'now' }])
    expect([readCv(paid) + readCv(unpaid), total]).toEqual([17_900 - 1_000 - 1_000, total])
  })

  it('add up on all pages of both lists, for any number of returns', async () => {
    for (let n = 1; n < 40; n++) {
      for (const name of ['a', 'p']) {
        await reverse(`${name}${n}`, makeGoodsReturn(n % 3 === 0 ? 4 : 100, 1))
        await reverse(`${name}${n}`, makeGoodsReturn(n % 4 === 0 ? 5 : 130 + n, 1))
        if (n % 5 === 0) await reverse(`${name}${n}`, { kind: 'cancellation' })
      }
    }
    for (const userId of [ana, pia]) {
      const { total, paid, unpaid } = await sumListed(userId)
      expect(readCv(paid) + readCv(unpaid)).toBe(total)
      expect(Math.max(paid.length, unpaid.length)).toBeGreaterThan(50)
      const names = [...paid, ...unpaid].map((line) => `${line.order_no} ${line.reversal_of?.returned_at}`)
      expect(new Set(names).size).toBe(names.length)
    }
  })

  it('are reversed to the cent: total less covered, and due less posted, are the amount', async () => {
    const lines = [
      ...(await walkLines(ana, 'personal', 'yes')),
      ...(await walkLines(ana, 'personal', 'no')),
      ...(await walkLines(eve, 'sales', 'yes')),
      ...(await walkLines(eve, 'level', 'yes')),
    ]
    const reversals = lines.filter(({ reversal_of }) => reversal_of)
    expect(new Set(reversals.map(({ kind }) => kind)).size).toBe(3)
    for (const { amount, total, covered } of lines) expect(toCents(total) - toCents(covered)).toBe(toCents(amount))
    for (const { amount, cv, rate_bp, covered_bp, reversal_of } of reversals) {
      const [due, posted] = [toCents(reversal_of?.due ?? 0), toCents(reversal_of?.posted ?? 0)]
      expect(due - posted).toBe(toCents(amount))
      const computeTotal = (value: number) => portion(rate_bp, cents(value)) - portion(covered_bp, cents(value))
      const remaining = toCents(reversal_of?.remaining_cv ?? 0)
      expect([due, posted]).toEqual([computeTotal(remaining), computeTotal(remaining - toCents(cv))])
    }
  })
})

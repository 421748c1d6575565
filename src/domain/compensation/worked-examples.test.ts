import { describe, expect, it } from 'vitest'
import { type Month, month } from '#domain/calendar/month.ts'
import { cents } from '#domain/money/money.ts'
import { points } from '#domain/money/points.ts'
import { type BookedMonth, engineMonth, type Figures, type LineRow, type Network } from '#test/network.ts'
import { readCell, readCents, readExample, readTable, writeCents } from '#test/plan-tables.ts'
import { referenceMonth } from '#test/reference-month.ts'
import { EXAMPLE_PLAN, type Plan } from './plan/plan.ts'
import { findUncountedReason } from './rules/counted-order.ts'
import { payOrder } from './rules/pay-order.ts'
import { type ReversalLine, reverseOrder } from './rules/reverse-order.ts'
import { computeRemainingVolume } from './rules/volumes.ts'

const march = readExample('example-1')
const april = readExample('example-2')
const MARCH = month('2026-03')
const APRIL = month('2026-04')
type ExampleOrder = (typeof march.orders)[number]

const filterCounted = (orders: readonly ExampleOrder[], value: Month) =>
  orders.filter(
    (order) => findUncountedReason({ ...order, canceled: order.canceledAt !== undefined }, value) === undefined,
  )
const marchOrders = filterCounted(march.orders, MARCH)
const aprilOrders = filterCounted(april.orders, APRIL)

type Calculator = (plan: Plan, network: Network) => Figures

function toCardRows({ cards }: Figures, value: Month, toLetter: (member: number) => string) {
  return cards.map((card, member) => ({
    month: value,
    member_no: toLetter(member),
    level: String(card.level),
    personal_pv: String(card.personalPv),
    customer_pv: String(card.customerPv),
    group_pv: String(card.groupPv),
    total_sales: writeCents(card.totalSalesCents),
    sales_bonus: writeCents(card.salesBonusCents),
    level_bonus: writeCents(card.levelBonusCents),
    total_bonus: writeCents(card.totalBonusCents),
  }))
}

type PlainLine = Omit<LineRow, 'level' | 'coveredBy'>
function toLineRow(value: Month, line: PlainLine, order: ExampleOrder | undefined, cvCents: number) {
  return {
    month: value,
    order_no: order?.orderNo,
    payee_no: march.letterOf(line.payee),
    kind: line.kind,
    credited_no: march.letterOf(order?.credited ?? -1),
    depth: String(line.depth),
    cv: writeCents(cvCents),
    rate_bp: String(line.rateBp),
    covered_bp: String(line.coveredBp),
    amount: writeCents(line.amountCents),
  }
}

const toLineRows = (lines: readonly PlainLine[], value: Month, orders: readonly ExampleOrder[]) =>
  lines.map((line) => toLineRow(value, line, orders[line.order], orders[line.order]?.cvCents ?? 0))

/**
 * Reversals of March's orders that were returned after its close, by the frozen rates and paths, as booked in April.
 */
function computeReversals(): { order: ExampleOrder; lines: ReversalLine[]; volume: BookedMonth['volumes'][number] }[] {
  const frozen = referenceMonth(EXAMPLE_PLAN, { members: march.members, orders: marchOrders })
  const returns = readTable('example-2/returns')
  return april.orders
    .filter(({ orderNo, canceledAt }) => canceledAt || returns.some((row) => row.order_no === orderNo))
    .sort((a, b) => Number(b.canceledAt !== undefined) - Number(a.canceledAt !== undefined))
    .map((order) => {
      const fullVolume = { cvCents: cents(order.cvCents), pv: points(order.pv) }
      const reversalEntries = returns
        .filter((row) => row.order_no === order.orderNo)
        .map((row) => ({ cvCents: cents(readCents(readCell(row, 'cv'))), pv: points(Number(row.pv)) }))
      const remaining = computeRemainingVolume(fullVolume, order.canceledAt ? [fullVolume] : reversalEntries)
      const index = marchOrders.findIndex(({ orderNo }) => orderNo === order.orderNo)
      const path = frozen.pathOf(order.credited ?? -1)
      const posted = frozen.paid[index]?.lines ?? []
      const event = { order: index, beforeCents: fullVolume.cvCents, remainingCents: remaining.cvCents }
      const volume = { ...order, cvCents: remaining.cvCents - fullVolume.cvCents, pv: remaining.pv - fullVolume.pv }
      return { order, lines: reverseOrder({ plan: EXAMPLE_PLAN, path }, event, posted), volume }
    })
}

const buildAprilNetwork = (): Network => {
  const reversalEntries = computeReversals()
  const booked = {
    volumes: reversalEntries.map(({ volume }) => volume),
    lines: reversalEntries.flatMap(({ lines }) => lines),
  }
  return { members: april.members, orders: aprilOrders, booked }
}

describe.each<[string, Calculator]>([
  ['the reference', referenceMonth],
  ['the array engine', engineMonth],
])('the worked examples through %s', (_, calculate) => {
  it('example 1: the cards of March', () => {
    const figures = calculate(EXAMPLE_PLAN, { members: march.members, orders: marchOrders })
    expect(toCardRows(figures, MARCH, march.letterOf)).toEqual(readTable('example-1/cards'))
  })

  it('example 1: the lines of March', () => {
    const { lines } = calculate(EXAMPLE_PLAN, { members: march.members, orders: marchOrders })
    expect(toLineRows(lines, MARCH, marchOrders)).toEqual(readTable('example-1/lines'))
  })

  it('example 2: the cards of April, with returns on March', () => {
    const figures = calculate(EXAMPLE_PLAN, buildAprilNetwork())
    expect(toCardRows(figures, APRIL, april.letterOf)).toEqual(readTable('example-2/cards'))
  })

  it('example 2: the lines of April, reversals at March rates', () => {
    const { lines } = calculate(EXAMPLE_PLAN, buildAprilNetwork())
    const reversed = computeReversals().flatMap(({ order, lines: reversalEntries }) =>
      reversalEntries.map((line) => toLineRow(APRIL, line, order, line.valueCents)),
    )
    expect([...toLineRows(lines, APRIL, aprilOrders), ...reversed]).toEqual(readTable('example-2/lines'))
  })
})

describe('the worked examples', () => {
  it('count every order of March in March, including O8 in the last half hour', () => {
    expect(marchOrders.map(({ orderNo }) => orderNo)).toEqual(march.orders.map(({ orderNo }) => orderNo))
    expect(aprilOrders.map(({ orderNo }) => orderNo)).toEqual(['P1', 'P2', 'P3', 'P4', 'P5', 'P6', 'P7'])
  })

  it.each([
    ['example-1', march, marchOrders],
    ['example-2', april, aprilOrders],
  ] as const)('%s: who got nothing, and why', (example, { members, letterOf: toLetter }, orders) => {
    const network = example === 'example-1' ? { members, orders } : buildAprilNetwork()
    const { paid } = referenceMonth(EXAMPLE_PLAN, network)
    const nothing = paid.flatMap(({ order, unpaid }) =>
      unpaid.map(({ member, kind, reason }) => ({
        order_no: orders[order]?.orderNo ?? '',
        member_no: member === undefined ? '' : toLetter(member),
        kind,
        reason,
      })),
    )
    expect(nothing).toEqual(readTable(`${example}/nothing`))
  })

  it.each(['example-1', 'example-2'] as const)('%s: step sums and direct line of each order', (example) => {
    const lines = readTable(`${example}/lines`)
    const sums = new Map<string, { stair: number; direct: number }>()
    for (const line of lines) {
      const amount = readCents(readCell(line, 'amount'))
      const isDirect = line.kind === 'direct_line'
      for (const name of example === 'example-1' ? [readCell(line, 'order_no'), 'all'] : [readCell(line, 'order_no')]) {
        const { stair, direct } = sums.get(name) ?? { stair: 0, direct: 0 }
        sums.set(name, isDirect ? { stair, direct: direct + amount } : { stair: stair + amount, direct })
      }
    }
    const rows = [...sums].map(([order_no, { stair, direct }]) => ({
      order_no,
      stair: writeCents(stair),
      direct_line: writeCents(direct),
    }))
    const compareOrders = (a: { order_no?: string }, b: { order_no?: string }) =>
      (a.order_no ?? '').localeCompare(b.order_no ?? '')
    expect(rows.sort(compareOrders)).toEqual([...readTable(`${example}/sums`)].sort(compareOrders))
  })

  it("add up to the plan's printed sums", () => {
    const total = (example: string, column: string) =>
      writeCents(readTable(`${example}/cards`).reduce((sum, card) => sum + readCents(readCell(card, column)), 0))
    const columns = ['total_sales', 'sales_bonus', 'level_bonus', 'total_bonus']
    expect(columns.map((column) => total('example-1', column))).toEqual(['4590.04', '429.95', '237.23', '667.18'])
    expect(columns.map((column) => total('example-2', column))).toEqual(['1165.20', '82.44', '-31.04', '51.40'])
  })

  it('leave nothing of O8, and of O7 what an order of 222.22 pays in March', () => {
    const frozen = referenceMonth(EXAMPLE_PLAN, { members: march.members, orders: marchOrders })
    for (const { order, lines } of computeReversals()) {
      const index = marchOrders.findIndex(({ orderNo }) => orderNo === order.orderNo)
      const remaining = new Map<string, number>()
      for (const { payee, kind, amountCents } of [...(frozen.paid[index]?.lines ?? []), ...lines]) {
        const name = `${march.letterOf(payee)} ${kind}`
        remaining.set(name, (remaining.get(name) ?? 0) + amountCents)
      }
      if (order.orderNo === 'O8') expect([...remaining.values()]).toEqual([0, 0, 0, 0])
      else {
        const direct = payOrder(
          EXAMPLE_PLAN,
          { order: 0, month: MARCH, valueCents: cents(22_222) },
          frozen.pathOf(order.credited ?? -1),
        )
        expect([...remaining.values()]).toEqual(direct.lines.map(({ amountCents }) => amountCents))
        expect([...remaining.values()]).toEqual([667, 667, 666, 1334])
      }
    }
  })
})

describe('the plan as data', () => {
  it('equals the table in docs/plan', () => {
    const rows = EXAMPLE_PLAN.levels.map((row) => ({
      code: String(row.code),
      name: row.name,
      personal_pv: String(row.personalPv),
      group_pv: String(row.groupPv),
      customer_pv: String(row.customerPv),
      legs: String(row.legs),
      leg_level: row.legs === 0 ? '' : String(row.legLevel),
      rate_bp: String(row.rateBp),
    }))
    expect(rows).toEqual(readTable('levels'))
    expect(EXAMPLE_PLAN.directLineRateBp).toBe(300)
  })
})

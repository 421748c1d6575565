import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyStatement } from '#test/statements.ts'
import { checkStatement } from './check-statement.ts'
import type { Statement } from './statement.ts'
import { computeStatementChecksum } from './statement-checksum.ts'

const RUNS = { numRuns: 100 }
const findMismatches = (statement: Statement) => checkStatement(statement).filter(({ agrees }) => !agrees)

type Figure = { path: (string | number)[]; value: number }

/** Every number of a statement, with its path. */
function collectNumbers(value: unknown, path: Figure['path'] = []): Figure[] {
  if (typeof value === 'number') return [{ path, value }]
  if (typeof value !== 'object' || value === null) return []
  const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value)
  return keys.flatMap((key) => collectNumbers(value[key as keyof typeof value], [...path, key]))
}

function withChange(statement: Statement, { path, value }: Figure, delta: number): Statement {
  const copy = structuredClone(statement)
  const last = path.at(-1) ?? ''
  const holder = path.slice(0, -1).reduce<unknown>((node, key) => node?.[key as keyof typeof node], copy)
  Object.assign(holder as object, { [last]: value + delta })
  return copy
}

/** With a recomputed checksum, only the arithmetic can reveal a change. */
const withNewChecksum = (statement: Statement): Statement => ({
  ...statement,
  checksum: computeStatementChecksum(statement),
})

describe('a statement', () => {
  it('matches its recomputation, for any member of any closed month', () => {
    fc.assert(
      fc.property(anyStatement, (statement) => {
        expect(findMismatches(statement)).toEqual([])
      }),
      RUNS,
    )
  })

  it('is detected with any single changed figure', () => {
    fc.assert(
      fc.property(anyStatement, fc.nat(), fc.integer({ min: 1, max: 1_000_000 }), (statement, nth, delta) => {
        // A level outside the table is not a valid statement: the contract refuses it.
        const figures = collectNumbers(statement).filter(
          ({ path }) => path.at(-1) !== 'level' && path.at(-1) !== 'code',
        )
        const figure = figures[nth % figures.length]
        if (figure) expect(findMismatches(withChange(statement, figure, delta))).not.toEqual([])
      }),
      RUNS,
    )
  })

  it('is detected with a recomputed checksum if a figure of the card, an order, a leg or an amount changed', () => {
    const bears =
      /^(card|before\.carried|orders\.\d+\.(cv|pv|own)|returns\.\d+\.(cv|pv)|legs\.\d+\.(group|direct|diff)|lines\.\d+\.(rate|amount)|reversals\.\d+\.(amount|due|posted)|corrections\.\d+\.amount)/
    fc.assert(
      fc.property(anyStatement, fc.nat(), fc.integer({ min: 1, max: 1_000_000 }), (statement, nth, delta) => {
        const figures = collectNumbers(statement).filter(
          ({ path }) => bears.test(path.join('.')) && path[1] !== 'level',
        )
        const figure = figures[nth % figures.length]
        if (figure) expect(findMismatches(withNewChecksum(withChange(statement, figure, delta)))).not.toEqual([])
      }),
      RUNS,
    )
  })

  it('is detected with a level above or below what its points reach', () => {
    fc.assert(
      fc.property(anyStatement, fc.constantFrom(-1, 1), (statement, delta) => {
        const level = statement.card.level + delta
        fc.pre(level >= 1 && level <= 9)
        const wrongFigures = findMismatches(withNewChecksum({ ...statement, card: { ...statement.card, level } }))
        expect(wrongFigures.map(({ figure }) => figure)).toContain('level')
      }),
      RUNS,
    )
  })

  it('has the same result if legs and orders beyond the maximum are summed up', () => {
    fc.assert(
      fc.property(anyStatement, fc.nat(3), (statement, listed) => {
        expect(findMismatches(withNewChecksum(shorten(statement, listed)))).toEqual([])
        expect(findMismatches(withNewChecksum({ ...shorten(statement, listed), lines: null }))).toEqual([])
      }),
      RUNS,
    )
  })

  it('is checked to the end for any numbers within the valid ranges', () => {
    fc.assert(
      fc.property(anyStatement, fc.nat(), fc.constantFrom(-1e15, 1e15), (statement, nth, value) => {
        const figures = collectNumbers(statement).filter(({ path }) => /_(cents|pv)$|^pv$/.test(String(path.at(-1))))
        const figure = figures[nth % figures.length]
        if (figure)
          expect(checkStatement(withChange(statement, { ...figure, value: 0 }, value)).length).toBeGreaterThan(0)
      }),
      RUNS,
    )
  })
})

const sum = <Row>(rows: readonly Row[], figure: (row: Row) => number) =>
  rows.reduce((total, row) => total + figure(row), 0)
const sumVolumes = (rows: readonly { customer: boolean; cv_cents: number; pv: number }[]) => ({
  cv_cents: sum(rows, ({ cv_cents }) => cv_cents),
  pv: sum(rows, ({ pv }) => pv),
  customer_pv: sum(rows, ({ customer, pv }) => (customer ? pv : 0)),
})

function shorten(statement: Statement, listed: number): Statement {
  const { orders, returns, legs, reversals } = statement
  const [otherOrders, otherReturns] = [orders.slice(listed), returns.slice(listed)]
  const [otherLegs, otherReversals] = [legs.slice(listed), reversals.slice(listed)]
  const sumKind = (isLevelBonus: boolean) =>
    sum(otherReversals, ({ kind, amount_cents }) => ((kind === 'differential') === isLevelBonus ? amount_cents : 0))
  return {
    ...statement,
    orders: orders.slice(0, listed),
    further_orders: { ...sumVolumes(otherOrders), own_sale_cents: sum(otherOrders, (order) => order.own_sale_cents) },
    returns: returns.slice(0, listed),
    further_returns: sumVolumes(otherReturns),
    legs: legs.slice(0, listed),
    further_legs: {
      group_pv: sum(otherLegs, (leg) => leg.group_pv),
      direct_line_cents: sum(otherLegs, (leg) => leg.direct_line_cents),
      differential_cents: sum(otherLegs, (leg) => leg.differential_cents),
      best_levels: Array.from({ length: 10 }, (_, best) => otherLegs.filter((leg) => leg.best_level === best).length),
    },
    reversals: reversals.slice(0, listed),
    further_reversals: { sales_bonus_cents: sumKind(false), level_bonus_cents: sumKind(true) },
  }
}

import { month } from '#domain/calendar/month.ts'
import type { Plan } from '#domain/compensation/plan/plan.ts'
import { computeLevel, type LevelInputs } from '#domain/compensation/rules/compute-level.ts'
import type { PathMember } from '#domain/compensation/rules/line.ts'
import { type PaidOrder, payOrder } from '#domain/compensation/rules/pay-order.ts'
import { cents } from '#domain/money/money.ts'
import type { Card, Figures, Network } from './network.ts'

type ReferenceMonth = Figures & { paid: PaidOrder[]; levelInputs: LevelInputs[]; pathOf(member: number): PathMember[] }

const amountOf = ({ amountCents }: { amountCents: number }): number => amountCents
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/**
 * Computes the month from the plan, one member and one order at a time, by recursion and walks to the top: slow,
 * obvious, and sharing only the plan with the engine. `levels` assigns some members a level that they did not reach.
 */
export function referenceMonth(plan: Plan, network: Network, levels = new Map<number, number>()): ReferenceMonth {
  const { members, orders, booked = { volumes: [], lines: [] } } = network
  const { corrections = [] } = booked
  const indexes = [...members.keys()]
  const volumes = [...orders, ...booked.volumes]
  const direct = (member: number) => indexes.filter((index) => members[index]?.sponsor === member)
  const downline = (member: number): number[] => direct(member).flatMap((legRoot) => [legRoot, ...downline(legRoot)])
  const credited = (member: number) => volumes.filter((order) => order.credited === member)
  const personalPv = (member: number) => sum(credited(member).map(({ pv }) => pv))
  const active = (member: number) => members[member]?.active === true

  const levelByMember = new Map<number, number>(levels)
  const levelFor = (member: number): number => {
    const level = levelByMember.get(member) ?? computeLevel(plan, levelInputsOf(member))
    levelByMember.set(member, level)
    return level
  }
  const bestInLeg = (legRoot: number) => Math.max(0, ...[legRoot, ...downline(legRoot)].filter(active).map(levelFor))
  const levelInputsOf = (member: number): LevelInputs => ({
    active: active(member),
    personalPv: personalPv(member),
    customerPv: sum(
      credited(member)
        .filter(({ customer }) => customer)
        .map(({ pv }) => pv),
    ),
    groupPv: sum([member, ...downline(member)].map(personalPv)),
    legLevels: direct(member).map(bestInLeg),
  })
  const levelInputs = indexes.map(levelInputsOf)
  const pathOf = (member: number): PathMember[] => {
    const sponsor = members[member]?.sponsor
    const step = { member, active: active(member), level: levelFor(member) }
    return sponsor === undefined ? [step] : [step, ...pathOf(sponsor)]
  }

  const paid = orders.map(({ credited: member, cvCents }, order) =>
    payOrder(
      plan,
      { order, month: month('2026-03'), valueCents: cents(cvCents) },
      member === undefined ? [] : pathOf(member),
    ),
  )
  const allLines = [...paid.flatMap(({ lines }) => lines), ...booked.lines]
  const cards = indexes.map((member): Card => {
    const { personalPv: personalVolume, customerPv, groupPv } = levelInputs[member] ?? levelInputsOf(member)
    const memberLines = allLines.filter(({ payee }) => payee === member)
    const amounts = (isLevel: boolean) =>
      sum(
        memberLines.filter(({ kind }) => (kind === 'differential') === isLevel).map(({ amountCents }) => amountCents),
      ) +
      sum(
        corrections
          .filter((correction) => correction.member === member && (correction.bonus === 'level') === isLevel)
          .map(amountOf),
      )
    return {
      level: levelFor(member),
      personalPv: personalVolume,
      customerPv,
      groupPv,
      totalSalesCents: sum(credited(member).map(({ cvCents }) => cvCents)),
      salesBonusCents: amounts(false),
      levelBonusCents: amounts(true),
      totalBonusCents: amounts(false) + amounts(true),
    }
  })
  const lines = paid.flatMap((order) =>
    order.lines.map(({ credited: _, valueCents: __, totalCents: ___, coveredCents: ____, ...line }) => line),
  )
  return { cards, lines, paid, levelInputs: levelInputs, pathOf }
}

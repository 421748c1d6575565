import { cents } from '../../money.ts'
import type { LineKind } from '../rules/line.ts'
import { lineAt, stepsOf } from '../rules/steps.ts'
import { cardOf, type LiveCard } from './card.ts'
import { condensePath } from './condensed-path.ts'
import type { LiveMonth, NewOrder, Volume } from './live-month.ts'
import type { LiveState } from './state.ts'

/**
 * What is about to happen to a month that is not closed; members and orders are indexes of the month's columns. Amounts
 * of a return on a closed month's order are below zero, and its lines are everybody's.
 */
export type PlannedChange =
  | { what: 'order'; order: number; to: Volume }
  | { what: 'return'; back: NewOrder; lines: readonly { payee: number; kind: LineKind; amountCents: number }[] }

/** What the order itself pays somebody, before and after, in cents. */
export type PreviewedLine = { kind: LineKind; beforeCents: number; afterCents: number }

/** What a planned change does to one member's month. */
export type MemberPreview = {
  member: number
  /** How far above the credited member; undefined for who is paid by a path of then, and is elsewhere now. */
  depth: number | undefined
  before: LiveCard
  after: LiveCard
  lines: PreviewedLine[]
  /** What all other orders pay more or less, because levels changed. */
  restCents: number
}

export type ChangePreview = {
  /** Everybody whose level or bonus becomes another one, and the credited member; the nearest first. */
  members: MemberPreview[]
  /** Members above them of whom nothing but the group PV changes. */
  onlyGroupPv: number
}

/**
 * Tells what a change would do to everybody's month (docs/back-office §3, Returns): it is made, the figures are read, and
 * it is undone without a trace. Only the members above the credited one, and those who are paid by the path of then, can
 * be affected. Costs two climbs, and a card for each member above.
 */
export function previewChange(live: LiveMonth, change: PlannedChange): ChangePreview {
  const { state } = live
  const credited = change.what === 'order' ? (state.credited[change.order] as number) : change.back.credited
  const path = pathUp(state, credited)
  const elsewhere = change.what === 'return' ? elsewhereOf(change.lines, path) : []
  const looked = [...path, ...elsewhere]
  const read = () => ({
    cards: looked.map((member) => cardOf(state, member)),
    lines: change.what === 'order' ? linesNow(state, change.order, path) : new Map<string, number>(),
  })

  const before = read()
  const after = made(live, change, read)
  if (change.what === 'return') {
    for (const { payee, kind, amountCents } of change.lines) add(after.lines, keyOf(payee, kind), amountCents)
  }

  const kinds = byMember(before.lines, after.lines)
  const previews = looked.map((member, at): MemberPreview => {
    const [from, to] = [before.cards[at] as LiveCard, after.cards[at] as LiveCard]
    const lines = kinds.get(member) ?? []
    const ofOrder = lines.reduce((sum, { beforeCents, afterCents }) => sum + afterCents - beforeCents, 0)
    return {
      member,
      depth: at < path.length ? at : undefined,
      before: from,
      after: to,
      lines,
      restCents: to.totalBonusCents - from.totalBonusCents - ofOrder,
    }
  })
  const isNamed = ({ member, before: from, after: to, lines, restCents }: MemberPreview) =>
    member === credited || from.level !== to.level || lines.length > 0 || restCents !== 0
  const members = previews.filter(isNamed)
  const changesPv = previews.filter(({ before: from, after: to }) => from.groupPv !== to.groupPv)
  return { members, onlyGroupPv: changesPv.filter((preview) => !isNamed(preview)).length }
}

function pathUp({ sponsor }: LiveState, credited: number): number[] {
  const path: number[] = []
  for (let at = credited; at !== -1; at = sponsor[at] as number) path.push(at)
  return path
}

function elsewhereOf(lines: readonly { payee: number }[], path: readonly number[]): number[] {
  if (lines.length === 0) return []
  const known = new Set(path)
  return [...new Set(lines.map(({ payee }) => payee))].filter((payee) => !known.has(payee))
}

/** Reads while the change is made, and undoes it whatever `read` does. */
function made<Result>(live: LiveMonth, change: PlannedChange, read: () => Result): Result {
  const make = steps(live, change)
  make(1)
  try {
    return read()
  } finally {
    make(-1)
  }
}

function steps(live: LiveMonth, change: PlannedChange): (sign: 1 | -1) => void {
  if (change.what === 'order') {
    const { order, to } = change
    const now = { cvCents: live.state.cvCents[order] as number, pv: live.state.pv[order] as number }
    return (sign) => live.setOrder(order, sign === 1 ? to : now)
  }
  const { back, lines } = change
  return (sign) => {
    if (back.credited !== -1) live.addVolume({ ...back, cvCents: sign * back.cvCents, pv: sign * back.pv })
    for (const { payee, kind, amountCents } of lines) {
      live.addBookedLine({ payee, kind, amountCents: sign * amountCents })
    }
  }
}

const keyOf = (payee: number, kind: LineKind): string => `${payee} ${kind}`

function add(amounts: Map<string, number>, key: string, amountCents: number): void {
  amounts.set(key, (amounts.get(key) ?? 0) + amountCents)
}

/** What an order of the month pays as the month stands. */
function linesNow(state: LiveState, order: number, path: readonly number[]): Map<string, number> {
  const amounts = new Map<string, number>()
  const [credited, top] = [path[0], path.at(-1)]
  if (credited === undefined || top === undefined) return amounts
  const condensed = condensePath(state, credited, top)
  const valueCents = cents(state.cvCents[order] as number)
  for (const step of stepsOf(state.plan, condensed.path).steps) {
    const { payee, kind, amountCents } = lineAt(step, { order, credited, valueCents })
    if (amountCents !== 0) add(amounts, keyOf(payee, kind), amountCents)
  }
  return amounts
}

function byMember(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>) {
  const lines = new Map<number, PreviewedLine[]>()
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const [payee = '', kind = ''] = key.split(' ')
    const line = { kind: kind as LineKind, beforeCents: before.get(key) ?? 0, afterCents: after.get(key) ?? 0 }
    if (line.beforeCents === line.afterCents) continue
    const member = Number(payee)
    lines.set(member, [...(lines.get(member) ?? []), line])
  }
  return lines
}

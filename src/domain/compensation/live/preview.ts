import { cents } from '#domain/money/money.ts'
import type { LineKind } from '../rules/line.ts'
import { lineAt, stepsOf } from '../rules/steps.ts'
import { cardOf, type LiveCard } from './card.ts'
import { condensePath } from './condensed-path.ts'
import type { LiveMonth, NewOrder, Volume } from './live-month.ts'
import type { LiveState } from './state.ts'

/**
 * A planned change of a month that is not closed; members and orders are indexes of the month's columns. Amounts of a
 * return on a closed month's order are negative, and its lines include those of every payee.
 */
export type PlannedChange =
  | { what: 'order'; order: number; to: Volume }
  | { what: 'return'; back: NewOrder; lines: readonly { payee: number; kind: LineKind; amountCents: number }[] }

/** The amount that the order itself pays a member, before and after, in cents. */
export type PreviewedLine = { kind: LineKind; beforeCents: number; afterCents: number }

/** The effect of a planned change on one member's month. */
export type MemberPreview = {
  member: number
  /** Distance above the credited member; undefined for payees of the frozen path who are elsewhere now. */
  depth: number | undefined
  before: LiveCard
  after: LiveCard
  lines: PreviewedLine[]
  /** Change of what all other orders pay, because levels changed. */
  restCents: number
}

export type ChangePreview = {
  /** All members whose level or bonus changes, and the credited member; nearest first. */
  members: MemberPreview[]
  /** Number of further members above them whose group PV alone changes. */
  onlyGroupPv: number
}

/**
 * Previews the effect of a change on every member's month (docs/back-office §3, Returns): applies it, reads the
 * figures, and undoes it exactly. Only the members above the credited one, and the payees of the frozen path, can be
 * affected. A path can be a million long, so for most members above, only three numbers are compared and nothing is
 * stored.
 */
export function previewChange(live: LiveMonth, change: PlannedChange): ChangePreview {
  const { state } = live
  const credited = change.what === 'order' ? (state.credited[change.order] as number) : change.back.credited
  const path = pathUp(state, credited)
  const elsewhere = change.what === 'return' ? elsewhereOf(change.lines, path) : []
  const memberAt = (at: number) => (path[at] ?? elsewhere[at - path.length]) as number
  const linesOf = () => (change.what === 'order' ? linesNow(state, change.order, path) : new Map<string, number>())

  const linesBefore = linesOf()
  const before = compared(state, path, elsewhere)
  const { after, onlyGroupPv, lines } = made(live, change, () => {
    const linesAfter = linesOf()
    if (change.what === 'return') {
      for (const { payee, kind, amountCents } of change.lines) add(linesAfter, keyOf(payee, kind), amountCents)
    }
    const lines = byMember(linesBefore, linesAfter)
    const after = new Map<number, LiveCard>()
    let onlyGroupPv = 0
    for (let at = 0; at < before.level.length; at++) {
      const member = memberAt(at)
      const card = cardOf(state, member)
      const isNamed = card.level !== before.level[at] || card.totalBonusCents !== before.totalBonusCents[at]
      if (isNamed || member === credited || lines.has(member)) after.set(at, card)
      else if (card.groupPv !== before.groupPv[at]) onlyGroupPv++
    }
    return { after, onlyGroupPv, lines }
  })

  const members = [...after].map(([at, card]): MemberPreview => {
    const member = memberAt(at)
    const from = cardOf(state, member)
    const own = lines.get(member) ?? []
    const ofOrder = own.reduce((sum, { beforeCents, afterCents }) => sum + afterCents - beforeCents, 0)
    return {
      member,
      depth: at < path.length ? at : undefined,
      before: from,
      after: card,
      lines: own,
      restCents: card.totalBonusCents - from.totalBonusCents - ofOrder,
    }
  })
  return { members, onlyGroupPv }
}

/** The values that show whether a change affects a member: by position on the path, followed by those elsewhere. */
function compared(state: LiveState, path: Int32Array, elsewhere: readonly number[]) {
  const count = path.length + elsewhere.length
  const columns = {
    level: new Uint8Array(count),
    groupPv: new Float64Array(count),
    totalBonusCents: new Float64Array(count),
  }
  for (let at = 0; at < count; at++) {
    const card = cardOf(state, (path[at] ?? elsewhere[at - path.length]) as number)
    columns.level[at] = card.level
    columns.groupPv[at] = card.groupPv
    columns.totalBonusCents[at] = card.totalBonusCents
  }
  return columns
}

function pathUp({ sponsor }: LiveState, credited: number): Int32Array {
  let length = 0
  for (let at = credited; at !== -1; at = sponsor[at] as number) length++
  const path = new Int32Array(length)
  for (let at = credited, n = 0; at !== -1; at = sponsor[at] as number) path[n++] = at
  return path
}

function elsewhereOf(lines: readonly { payee: number }[], path: Int32Array): number[] {
  if (lines.length === 0) return []
  const remaining = new Set(lines.map(({ payee }) => payee))
  for (const member of path) remaining.delete(member)
  return [...remaining]
}

/** Calls `read` while the change is applied, and undoes it even if `read` throws. */
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

/** The lines that an order of the month pays in its current state. */
function linesNow(state: LiveState, order: number, path: Int32Array): Map<string, number> {
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

import { cents } from '#domain/money/money.ts'
import type { LineKind } from '../rules/line.ts'
import { createLine, findSteps } from '../rules/steps.ts'
import { type LiveCard, readCard } from './card.ts'
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
  const path = collectPath(state, credited)
  const offPath = change.what === 'return' ? findOffPath(change.lines, path) : []
  const getMember = (position: number) => (path[position] ?? offPath[position - path.length]) as number
  const readLines = () =>
    change.what === 'order' ? readOrderLines(state, change.order, path) : new Map<string, number>()

  const linesBefore = readLines()
  const before = readComparedValues(state, path, offPath)
  const { after, onlyGroupPv, lines } = runWithChange(live, change, () => {
    const linesAfter = readLines()
    if (change.what === 'return') {
      for (const { payee, kind, amountCents } of change.lines) addAmount(linesAfter, toKey(payee, kind), amountCents)
    }
    const lines = groupByMember(linesBefore, linesAfter)
    const after = new Map<number, LiveCard>()
    let onlyGroupPv = 0
    for (let position = 0; position < before.level.length; position++) {
      const member = getMember(position)
      const card = readCard(state, member)
      const hasChanged =
        card.level !== before.level[position] || card.totalBonusCents !== before.totalBonusCents[position]
      if (hasChanged || member === credited || lines.has(member)) after.set(position, card)
      else if (card.groupPv !== before.groupPv[position]) onlyGroupPv++
    }
    return { after, onlyGroupPv, lines }
  })

  const members = [...after].map(([position, card]): MemberPreview => {
    const member = getMember(position)
    const currentCard = readCard(state, member)
    const memberLines = lines.get(member) ?? []
    const orderChangeCents = memberLines.reduce((sum, { beforeCents, afterCents }) => sum + afterCents - beforeCents, 0)
    return {
      member,
      depth: position < path.length ? position : undefined,
      before: currentCard,
      after: card,
      lines: memberLines,
      restCents: card.totalBonusCents - currentCard.totalBonusCents - orderChangeCents,
    }
  })
  return { members, onlyGroupPv }
}

/** The values that show whether a change affects a member: by position on the path, followed by those elsewhere. */
function readComparedValues(state: LiveState, path: Int32Array, offPath: readonly number[]) {
  const count = path.length + offPath.length
  const columns = {
    level: new Uint8Array(count),
    groupPv: new Float64Array(count),
    totalBonusCents: new Float64Array(count),
  }
  for (let position = 0; position < count; position++) {
    const card = readCard(state, (path[position] ?? offPath[position - path.length]) as number)
    columns.level[position] = card.level
    columns.groupPv[position] = card.groupPv
    columns.totalBonusCents[position] = card.totalBonusCents
  }
  return columns
}

function collectPath({ sponsor }: LiveState, credited: number): Int32Array {
  let length = 0
  for (let position = credited; position !== -1; position = sponsor[position] as number) length++
  const path = new Int32Array(length)
  for (let position = credited, n = 0; position !== -1; position = sponsor[position] as number) path[n++] = position
  return path
}

function findOffPath(lines: readonly { payee: number }[], path: Int32Array): number[] {
  if (lines.length === 0) return []
  const remaining = new Set(lines.map(({ payee }) => payee))
  for (const member of path) remaining.delete(member)
  return [...remaining]
}

/** Calls `read` while the change is applied, and undoes it even if `read` throws. */
function runWithChange<Result>(live: LiveMonth, change: PlannedChange, read: () => Result): Result {
  const apply = createApplier(live, change)
  apply(1)
  try {
    return read()
  } finally {
    apply(-1)
  }
}

function createApplier(live: LiveMonth, change: PlannedChange): (sign: 1 | -1) => void {
  if (change.what === 'order') {
    const { order, to } = change
    const current = { cvCents: live.state.cvCents[order] as number, pv: live.state.pv[order] as number }
    return (sign) => live.setOrder(order, sign === 1 ? to : current)
  }
  const { back, lines } = change
  return (sign) => {
    if (back.credited !== -1) live.addVolume({ ...back, cvCents: sign * back.cvCents, pv: sign * back.pv })
    for (const { payee, kind, amountCents } of lines) {
      live.addBookedLine({ payee, kind, amountCents: sign * amountCents })
    }
  }
}

const toKey = (payee: number, kind: LineKind): string => `${payee} ${kind}`

function addAmount(amounts: Map<string, number>, key: string, amountCents: number): void {
  amounts.set(key, (amounts.get(key) ?? 0) + amountCents)
}

/** The lines that an order of the month pays in its current state. */
function readOrderLines(state: LiveState, order: number, path: Int32Array): Map<string, number> {
  const amounts = new Map<string, number>()
  const [credited, top] = [path[0], path.at(-1)]
  if (credited === undefined || top === undefined) return amounts
  const condensed = condensePath(state, credited, top)
  const valueCents = cents(state.cvCents[order] as number)
  for (const step of findSteps(state.plan, condensed.path).steps) {
    const { payee, kind, amountCents } = createLine(step, { order, credited, valueCents })
    if (amountCents !== 0) addAmount(amounts, toKey(payee, kind), amountCents)
  }
  return amounts
}

function groupByMember(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>) {
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

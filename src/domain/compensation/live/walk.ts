import { countDirectLine, findDirectLinePosition, getDirectLineMember } from './direct-line.ts'
import { type LiveState, STEPS } from './state.ts'

/** The orders to include: the member's own, those and the direct line's, or the whole downline's. */
export type Scope = 'personal' | 'sales' | 'level'

/**
 * The members whose orders make up a bonus of `member`, from `start` on: the member and the direct line, or the whole
 * downline in depth-first order. With `paid`, legs that contribute nothing are skipped. Each skipped member yields −1,
 * so that the caller can count the work.
 */
export function* walkCredited(
  state: LiveState,
  member: number,
  { scope, paid, start }: { scope: Scope; paid: boolean; start: number | undefined },
): Generator<number, void> {
  if (scope === 'level') yield* walkBelow(state, member, paid, start)
  else yield* walkPersonalAndDirect(state, member, { scope, paid, start })
}

function* walkPersonalAndDirect(
  state: LiveState,
  member: number,
  { scope, paid, start }: { scope: 'personal' | 'sales'; paid: boolean; start: number | undefined },
): Generator<number, void> {
  if (paid && state.active[member] === 0) return
  if (start === undefined || start === member) yield member
  if (scope === 'personal') return
  const first = start === undefined || start === member ? 0 : findDirectLinePosition(state, member, start)
  const count = countDirectLine(state, member)
  for (let nth = first; nth < count; nth++) {
    const below = getDirectLineMember(state, member, nth)
    yield paid && (state.active[below] === 0 || state.ownDirectLine[below] === 0) ? -1 : below
  }
}

function* walkBelow(
  state: LiveState,
  member: number,
  paid: boolean,
  start: number | undefined,
): Generator<number, void> {
  const memberLevel = state.takenLevel[member] as number
  if (paid && memberLevel === 0) return
  // For each member of the path down: the highest level taken since `member`, and the next index of the direct line.
  const covered = [0]
  const nexts = [0]
  const path = [member]
  for (const memberBelow of start === undefined ? [] : findPathDown(state, member, start)) {
    nexts[nexts.length - 1] = findDirectLinePosition(state, path.at(-1) as number, memberBelow) + 1
    covered.push(Math.max(covered.at(-1) as number, state.takenLevel[memberBelow] as number))
    path.push(memberBelow)
    nexts.push(0)
  }
  if (start !== undefined) yield start

  while (path.length > 0) {
    const last = path.length - 1
    const next = getDirectLineMember(state, path[last] as number, nexts[last] as number)
    nexts[last] = (nexts[last] as number) + 1
    if (next === -1) {
      path.pop()
      nexts.pop()
      covered.pop()
      continue
    }
    const takenLevel = Math.max(covered[last] as number, state.takenLevel[next] as number)
    if (paid && !contributes(state, next, takenLevel, memberLevel)) {
      yield -1
      continue
    }
    path.push(next)
    nexts.push(0)
    covered.push(takenLevel)
    yield next
  }
}

/** The path from right below a member down to a member of their downline. */
function findPathDown(state: LiveState, member: number, below: number): number[] {
  const path: number[] = []
  for (let position = below; position !== member; position = state.sponsor[position] as number) path.push(position)
  return path.reverse()
}

/** Returns whether a leg's member passes anything up for the steps above those taken on the path. */
function contributes(
  { ownSteps, inflowSteps }: LiveState,
  member: number,
  takenLevel: number,
  memberLevel: number,
): boolean {
  for (let position = member * STEPS + takenLevel; position < member * STEPS + memberLevel; position++) {
    if ((ownSteps[position] as number) + (inflowSteps[position] as number) !== 0) return true
  }
  return false
}

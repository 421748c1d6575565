const NO_SPONSOR = -1

/**
 * Finds members who are in their own upline: one cycle, each sponsored by the next and the last by the first; undefined
 * if there is none. `sponsors` has each member's sponsor by index, −1 for none. Visits every member once, however deep
 * the tree is.
 */
export function findCycle(sponsors: Int32Array): number[] | undefined {
  const visitedBy = new Int32Array(sponsors.length)
  for (let start = 0; start < sponsors.length; start++) {
    const walk = start + 1
    let current = start
    while (current !== NO_SPONSOR && visitedBy[current] === 0) {
      visitedBy[current] = walk
      current = sponsors[current] ?? NO_SPONSOR
    }
    if (current !== NO_SPONSOR && visitedBy[current] === walk) return collectCycle(current, sponsors)
  }
  return undefined
}

function collectCycle(member: number, sponsors: Int32Array): number[] {
  const cycle = [member]
  for (let current = sponsors[member] as number; current !== member; current = sponsors[current] as number)
    cycle.push(current)
  return cycle
}

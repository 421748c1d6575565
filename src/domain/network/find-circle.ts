const NOBODY = -1

/**
 * Finds members who are in their own upline: one cycle, each sponsored by the next and the last by the first; undefined
 * if there is none. `sponsorOf` has each member's sponsor by index, −1 for none. Visits every member once, however deep
 * the tree.
 */
export function findCycle(sponsorOf: Int32Array): number[] | undefined {
  const seenBy = new Int32Array(sponsorOf.length)
  for (let start = 0; start < sponsorOf.length; start++) {
    const walk = start + 1
    let at = start
    while (at !== NOBODY && seenBy[at] === 0) {
      seenBy[at] = walk
      at = sponsorOf[at] ?? NOBODY
    }
    if (at !== NOBODY && seenBy[at] === walk) return circleThrough(at, sponsorOf)
  }
  return undefined
}

function circleThrough(member: number, sponsorOf: Int32Array): number[] {
  const circle = [member]
  for (let at = sponsorOf[member] as number; at !== member; at = sponsorOf[at] as number) circle.push(at)
  return circle
}

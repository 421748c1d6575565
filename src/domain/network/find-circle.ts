const NOBODY = -1

/**
 * Members who stand in their own upline, one circle of them, the first sponsored by the next and the last by the first;
 * undefined when there is none. Each member's sponsor is given by place, −1 for nobody. Every member is visited once,
 * however deep the tree is.
 */
export function findCircle(sponsorOf: Int32Array): number[] | undefined {
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

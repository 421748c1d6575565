/**
 * Number of typing errors between two words: wrong, missing and extra letters, and swapped neighbors (optimal string
 * alignment). Stops at `limit` + 1.
 */
export function editDistance(from: string, to: string, limit: number): number {
  const [a, b] = [[...from], [...to]]
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [i, letter] of a.entries()) {
    const row = [i + 1]
    for (const [j, other] of b.entries()) {
      const replaced = (last[j] ?? 0) + (letter === other ? 0 : 1)
      const isSwapped = i > 0 && j > 0 && letter === b[j - 1] && a[i - 1] === other
      row.push(
        Math.min(
          replaced,
          (last[j + 1] ?? 0) + 1,
          (row[j] ?? 0) + 1,
          isSwapped ? (beforeLast[j - 1] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
    if (Math.min(...row) > limit) return limit + 1
    beforeLast = last
    last = row
  }
  return Math.min(last.at(-1) ?? 0, limit + 1)
}

export type Difference = { kind: 'same' | 'removed' | 'added'; line: string }

/** Line diff based on the longest common subsequence. */
export function diffLines(before: string, after: string): Difference[] {
  const [from, to] = [before.split('\n'), after.split('\n')]
  /** `lcsLengths[i][j]`: length of the longest common subsequence of `from` from `i` and `to` from `j`. */
  const lcsLengths = Array.from({ length: from.length + 1 }, () => new Array<number>(to.length + 1).fill(0))
  const lengthAt = (i: number, j: number) => lcsLengths[i]?.[j] ?? 0
  for (let i = from.length - 1; i >= 0; i--) {
    for (let j = to.length - 1; j >= 0; j--) {
      const row = lcsLengths[i]
      if (row)
        row[j] = from[i] === to[j] ? lengthAt(i + 1, j + 1) + 1 : Math.max(lengthAt(i + 1, j), lengthAt(i, j + 1))
    }
  }
  const differences: Difference[] = []
  let [i, j] = [0, 0]
  while (i < from.length || j < to.length) {
    const isSame = i < from.length && j < to.length && from[i] === to[j]
    if (isSame) differences.push({ kind: 'same', line: from[i++] ?? '' }) && j++
    else if (j >= to.length || (i < from.length && lengthAt(i + 1, j) >= lengthAt(i, j + 1)))
      differences.push({ kind: 'removed', line: from[i++] ?? '' })
    else differences.push({ kind: 'added', line: to[j++] ?? '' })
  }
  return differences
}

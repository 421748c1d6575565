/** The median by some figure: a run beside something else that the machine did neither saves nor spoils it. */
export function medianBy<Run>(runs: readonly Run[], figure: (run: Run) => number): Run {
  const sorted = runs.toSorted((a, b) => figure(a) - figure(b))
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (middle === undefined) throw new Error('nothing was measured')
  return middle
}

export const median = (figures: readonly number[]): number => medianBy(figures, (figure) => figure)

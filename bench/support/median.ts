/** Returns the run with the median figure, so that other load on the machine does not distort the result. */
export function medianBy<Run>(runs: readonly Run[], figure: (run: Run) => number): Run {
  const sorted = runs.toSorted((a, b) => figure(a) - figure(b))
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (middle === undefined) throw new Error('nothing was measured')
  return middle
}

export const median = (figures: readonly number[]): number => medianBy(figures, (figure) => figure)

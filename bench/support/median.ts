/** Returns the run with the median figure, so that other load on the machine does not distort the result. */
export function medianBy<Run>(runs: readonly Run[], figure: (run: Run) => number): Run {
  const sorted = runs.toSorted((a, b) => figure(a) - figure(b))
  const medianRun = sorted[Math.floor(sorted.length / 2)]
  if (medianRun === undefined) throw new Error('nothing was measured')
  return medianRun
}

export const median = (figures: readonly number[]): number => medianBy(figures, (figure) => figure)

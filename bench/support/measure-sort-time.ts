/**
 * Measures how long this CPU takes to sort a million numbers, in ms. Waits are compared with it, because machines
 * vary by a factor of 2.5 from hour to hour. Uses nothing from outside the function, so that a page can run it too.
 */
export function measureSortTime(): number {
  const rounds = Array.from({ length: 5 }, () => {
    let seed = 1
    const numbers = Float64Array.from({ length: 1_000_000 }, () => {
      seed = (seed * 16_807) % 2_147_483_647
      return seed
    })
    const started = performance.now()
    numbers.sort()
    return performance.now() - started
  })
  return rounds.sort((a, b) => a - b)[2] ?? Number.NaN
}

/** A gap stands for the pages left out there. */
export type PagerStep = number | 'gap'

/**
 * The pages a pager names: `margin` at each end and `range` beside the current one (specification §9).
 * A gap of a single page is that page: leaving it out would save nothing.
 */
export function pagerPages(page: number, count: number, range = 2, margin = 3): PagerStep[] {
  const steps: PagerStep[] = []
  let last = 0
  for (let n = 1; n <= count; n++) {
    if (n > margin && n <= count - margin && Math.abs(n - page) > range) continue
    if (n - last === 2) steps.push(n - 1)
    else if (n - last > 2) steps.push('gap')
    steps.push(n)
    last = n
  }
  return steps
}

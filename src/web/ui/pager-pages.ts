/** A gap represents omitted pages. */
export type PagerStep = number | 'gap'

/**
 * With arrows, in the storefront, two pages on each side of the current one; with text links, in the account, five
 * in all, even at an end (docs/specification §9).
 */
const kinds = { arrows: { margin: 3, whole: false }, words: { margin: 2, whole: true } }
export type PagerKind = keyof typeof kinds
const RANGE = 2

/**
 * Pages of a pager: some at each end and those around the current one. A gap of a single page shows that page, because
 * omitting it would save nothing.
 */
export function pagerPages(page: number, count: number, kind: PagerKind = 'arrows'): PagerStep[] {
  const { margin, whole } = kinds[kind]
  const middle = whole ? Math.max(1 + RANGE, Math.min(page, count - RANGE)) : page
  const steps: PagerStep[] = []
  let last = 0
  for (let n = 1; n <= count; n++) {
    if (n > margin && n <= count - margin && Math.abs(n - middle) > RANGE) continue
    if (n - last === 2) steps.push(n - 1)
    else if (n - last > 2) steps.push('gap')
    steps.push(n)
    last = n
  }
  return steps
}

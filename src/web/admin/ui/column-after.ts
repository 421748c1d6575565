/** Columns that Page Up and Page Down pass: a week of days. */
const PAGE = 7

/** The column that a key of a slider leads to (WAI-ARIA slider), unbounded; undefined for any other key. */
export function columnAfter(key: string, at: number, last: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return at + 1
    case 'ArrowLeft':
    case 'ArrowDown':
      return at - 1
    case 'PageUp':
      return at + PAGE
    case 'PageDown':
      return at - PAGE
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return undefined
  }
}

/** Page Up and Page Down move by a week. */
const PAGE = 7

/** Target column of a slider key (WAI-ARIA slider), not clamped; undefined for other keys. */
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

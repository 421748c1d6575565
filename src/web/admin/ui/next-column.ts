/** Page Up and Page Down move by a week. */
const PAGE_STEP = 7

/** Target column of a slider key (WAI-ARIA slider), not clamped; undefined for other keys. */
export function nextColumn(key: string, index: number, last: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return index + 1
    case 'ArrowLeft':
    case 'ArrowDown':
      return index - 1
    case 'PageUp':
      return index + PAGE_STEP
    case 'PageDown':
      return index - PAGE_STEP
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return undefined
  }
}

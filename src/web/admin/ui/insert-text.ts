/**
 * Inserts a unit in place of the selection and returns the caret position after it. Block elements get their own
 * paragraph.
 */
export function insertText(
  text: string,
  [start, end]: readonly [number, number],
  insertion: string,
  isBlock: boolean,
): { text: string; caret: number } {
  const [before, after] = [text.slice(0, start), text.slice(end)]
  const inserted = isBlock ? `${breakAfter(before)}${insertion}${breakBefore(after)}` : insertion
  return { text: `${before}${inserted}${after}`, caret: before.length + inserted.length }
}

function breakAfter(before: string): string {
  if (before === '' || before.endsWith('\n\n')) return ''
  return before.endsWith('\n') ? '\n' : '\n\n'
}

function breakBefore(after: string): string {
  if (after === '' || after.startsWith('\n\n')) return ''
  return after.startsWith('\n') ? '\n' : '\n\n'
}

/**
 * Inserts a piece in place of the selection and returns the caret position after it. Block elements get their own
 * paragraph.
 */
export function insertedText(
  text: string,
  [start, end]: readonly [number, number],
  piece: string,
  isAlone: boolean,
): { text: string; caret: number } {
  const [before, after] = [text.slice(0, start), text.slice(end)]
  const put = isAlone ? `${breakAfter(before)}${piece}${breakBefore(after)}` : piece
  return { text: `${before}${put}${after}`, caret: before.length + put.length }
}

function breakAfter(before: string): string {
  if (before === '' || before.endsWith('\n\n')) return ''
  return before.endsWith('\n') ? '\n' : '\n\n'
}

function breakBefore(after: string): string {
  if (after === '' || after.startsWith('\n\n')) return ''
  return after.startsWith('\n') ? '\n' : '\n\n'
}

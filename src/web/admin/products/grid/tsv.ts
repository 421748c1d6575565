/* Blocks of cells as spreadsheets copy them: lines of cells separated by tabs. */

/** A cell that contains a tab, a line break or a quote is quoted, with its quotes doubled. */
const CELL = /"((?:[^"]|"")*)"(?=\t|\r?\n|$)|([^\t\r\n]*)/y

export function parseTsv(text: string): string[][] {
  const rows: string[][] = [[]]
  let position = 0
  for (;;) {
    CELL.lastIndex = position
    const match = CELL.exec(text)
    const [all = '', quoted, plain = ''] = match ?? []
    // Fields of a product are single lines.
    rows.at(-1)?.push(joinLines(quoted?.replaceAll('""', '"') ?? plain))
    position += all.length
    if (position >= text.length) break
    if (text[position] === '\t') position++
    else {
      position += text.startsWith('\r\n', position) ? 2 : 1
      // A line break ends the last line.
      if (position >= text.length) break
      rows.push([])
    }
  }
  return rows
}

export const formatTsv = (rows: readonly (readonly string[])[]): string =>
  rows
    .map((row) => row.map((cell) => (/^"|[\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join('\t'))
    .join('\n')

function joinLines(text: string): string {
  const [first = '', ...others] = text.split(/[\r\n]+/)
  if (others.length === 0) return first
  const last = others.pop() ?? ''
  return [first.trimEnd(), ...others.map((line) => line.trim()), last.trimStart()].join(' ')
}

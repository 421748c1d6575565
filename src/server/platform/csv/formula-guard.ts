/**
 * Characters that spreadsheets skip in front of a formula: white space, controls, and characters that draw nothing.
 * JavaScript and PostgreSQL know different classes for them, so both take these ranges; a test compares them with Unicode.
 */
const SKIPPED: readonly (readonly [number, number])[] = [
  [0x01, 0x20],
  [0x7f, 0xa0],
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x600, 0x605],
  [0x61c, 0x61c],
  [0x6dd, 0x6dd],
  [0x70f, 0x70f],
  [0x890, 0x891],
  [0x8e2, 0x8e2],
  [0x115f, 0x1160],
  [0x1680, 0x1680],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x2000, 0x200f],
  [0x2028, 0x202f],
  [0x205f, 0x206f],
  [0x2800, 0x2800],
  [0x3000, 0x3000],
  [0x3164, 0x3164],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff0, 0xfffb],
  [0x110bd, 0x110bd],
  [0x110cd, 0x110cd],
  [0x13430, 0x1343f],
  [0x1bca0, 0x1bca3],
  [0x1d173, 0x1d17a],
  [0xe0000, 0xe0fff],
]
/** `= + - @`, and their small and full-width forms and the minus sign, which spreadsheets of East Asia run as well. */
const SIGNS = '=+@\u2212\ufe62\ufe63\ufe66\ufe6b\uff0b\uff0d\uff1d\uff20-'

/** Spreadsheets run a cell that begins so as a formula, or split it there (docs/product §11.4). */
function patternOf(escaped: (codePoint: number) => string): string {
  const skipped = SKIPPED.map(([from, to]) => `${escaped(from)}-${escaped(to)}`).join('')
  return `^'*([\\t\\r\\n]|[${skipped}]*[${SIGNS}])`
}

const LOOKS_LIKE_FORMULA = new RegExp(
  patternOf((codePoint) => `\\u{${codePoint.toString(16)}}`),
  'u',
)
/** Of PostgreSQL's regular expressions. */
export const FORMULA_PATTERN = patternOf((codePoint) => `\\U${codePoint.toString(16).padStart(8, '0')}`)

/**
 * A leading apostrophe keeps the cell from running; text that already starts with such an apostrophe gets another, so
 * that reading restores what was written.
 */
export const guardFormula = (text: string): string => (LOOKS_LIKE_FORMULA.test(text) ? `'${text}` : text)

export const unguardFormula = (cell: string): string =>
  cell.startsWith("'") && LOOKS_LIKE_FORMULA.test(cell) ? cell.slice(1) : cell

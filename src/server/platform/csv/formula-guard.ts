/**
 * Characters that spreadsheets skip before a formula: white space, control characters, and invisible characters.
 * JavaScript and PostgreSQL define different classes for them, so both use these ranges; a test compares them with
 * Unicode.
 */
const SKIPPED_RANGES: readonly (readonly [number, number])[] = [
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
/**
 * `= + - @` with their small and full-width forms, and the minus sign, which East Asian spreadsheets execute as well.
 */
const SIGNS = '=+@\u2212\ufe62\ufe63\ufe66\ufe6b\uff0b\uff0d\uff1d\uff20-'

/** Matches cells that spreadsheets would execute as a formula or split (docs/product §11.4). */
function buildPattern(escapeCodePoint: (codePoint: number) => string): string {
  const skipped = SKIPPED_RANGES.map(([from, to]) => `${escapeCodePoint(from)}-${escapeCodePoint(to)}`).join('')
  return `^'*([\\t\\r\\n]|[${skipped}]*[${SIGNS}])`
}

const FORMULA = new RegExp(
  buildPattern((codePoint) => `\\u{${codePoint.toString(16)}}`),
  'u',
)
/** Syntax of PostgreSQL's regular expressions. */
export const FORMULA_PATTERN = buildPattern((codePoint) => `\\U${codePoint.toString(16).padStart(8, '0')}`)

/**
 * Adds an apostrophe that keeps the cell from being executed; text that already starts with such an apostrophe gets
 * another one, so that reading restores the original.
 */
export const guardFormula = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

export const unguardFormula = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell

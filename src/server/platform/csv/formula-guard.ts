/**
 * Spreadsheets run a cell that starts with one of these as a formula (docs/product §11.4). A leading apostrophe
 * prevents it; text that already starts with such an apostrophe gets another, so that reading restores what was
 * written.
 */
const LOOKS_LIKE_FORMULA = /^'*[=+\-@\t\r]/

export const guardFormula = (text: string): string => (LOOKS_LIKE_FORMULA.test(text) ? `'${text}` : text)

export const unguardFormula = (cell: string): string =>
  cell.startsWith("'") && LOOKS_LIKE_FORMULA.test(cell) ? cell.slice(1) : cell

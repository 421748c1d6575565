/**
 * Spreadsheets run a cell that starts with one of these as a formula (docs/product §11.4). The apostrophe in front
 * tells them not to; text that has such an apostrophe itself gets another, so that reading gives back what was written.
 */
const LOOKS_LIKE_FORMULA = /^'*[=+\-@\t\r]/

export const guardFormula = (text: string): string => (LOOKS_LIKE_FORMULA.test(text) ? `'${text}` : text)

export const unguardFormula = (cell: string): string =>
  cell.startsWith("'") && LOOKS_LIKE_FORMULA.test(cell) ? cell.slice(1) : cell

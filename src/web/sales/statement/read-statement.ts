import { STATEMENT_FORMATS, Statement } from '#contract/statement.ts'
import { type Result, refuse } from '#domain/result.ts'

/** The longest possible statement has about five megabytes. */
export const STATEMENT_MOST_BYTES = 20 * 1_048_576

/** Reads a statement from a file that may have been changed; returns an error for an invalid one. */
export function readStatement(text: string): Result<{ statement: Statement }, string> {
  const json = parsed(text)
  if (json === undefined) return refuse('This file is not JSON. Please choose the file that was saved from this page.')
  const format = typeof json === 'object' && json !== null && 'format' in json ? json.format : undefined
  if (format === undefined) return refuse('This file is not a statement of this shop.')
  if (!STATEMENT_FORMATS.some((known) => known === format))
    return refuse(`This is a statement of another kind (${format}), which this page does not know.`)
  const found = Statement.safeParse(json)
  if (found.success) return { ok: true, statement: found.data }
  const at = found.error.issues[0]?.path.join('.')
  return refuse(`This statement cannot be read: something is missing or has no possible value at “${at}”.`)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

import { STATEMENT_FORMATS, Statement } from '#contract/compensation/statement.ts'
import { type Result, refuse } from '#domain/result.ts'

/** The longest possible statement has about five megabytes. */
export const STATEMENT_MOST_BYTES = 20 * 1_048_576

/** Reads a statement from a file that may have been changed; returns an error for an invalid one. */
export function readStatement(text: string): Result<{ statement: Statement }, { code: 'unreadable'; message: string }> {
  const json = parsed(text)
  if (json === undefined) return unreadable('This file isn’t JSON. Please choose the file you saved from this page.')
  const format = typeof json === 'object' && json !== null && 'format' in json ? json.format : undefined
  if (format === undefined) return unreadable('This file isn’t a statement from this shop.')
  if (!STATEMENT_FORMATS.some((known) => known === format))
    return unreadable(`This page doesn’t support this type of statement (${format}).`)
  const found = Statement.safeParse(json)
  if (found.success) return { ok: true, statement: found.data }
  const at = found.error.issues[0]?.path.join('.')
  return unreadable(`We can’t read this statement. A value is missing or invalid at “${at}”.`)
}

const unreadable = (message: string) => refuse({ code: 'unreadable', message })

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

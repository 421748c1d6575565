import { STATEMENT_FORMATS, Statement } from '#contract/compensation/statement.ts'
import { type Result, refuse } from '#domain/result.ts'

/** The longest possible statement has about five megabytes. */
export const MAX_STATEMENT_BYTES = 20 * 1_048_576

/** Reads a statement from a file that may have been changed; returns an error for an invalid one. */
export function readStatement(text: string): Result<{ statement: Statement }, { code: 'unreadable'; message: string }> {
  const json = parseJson(text)
  if (json === undefined) return unreadable('This file isn’t JSON. Please choose the file you saved from this page.')
  const format = typeof json === 'object' && json !== null && 'format' in json ? json.format : undefined
  if (format === undefined) return unreadable('This file isn’t a statement from this shop.')
  if (!STATEMENT_FORMATS.some((supported) => supported === format))
    return unreadable(`This page doesn’t support this type of statement (${format}).`)
  const parsed = Statement.safeParse(json)
  if (parsed.success) return { ok: true, statement: parsed.data }
  const path = parsed.error.issues[0]?.path.join('.')
  return unreadable(`We can’t read this statement. A value is missing or invalid at “${path}”.`)
}

const unreadable = (message: string) => refuse({ code: 'unreadable', message })

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

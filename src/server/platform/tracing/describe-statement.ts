/** A statement fit for a trace, and its short name. */
type StatementSummary = { name: string; text: string }

/** Matches texts and numbers, but neither $1 nor a number at the end of a name. */
const LITERAL = /'(?:[^']|'')*'|(?<![\w$."])\d+(?:\.\d+)?\b/g
/** Matches the first table that is written; skips `for update` and `do update`. */
const WRITTEN_TABLE = /(?<!\b(?:for|do|key) )\b(insert|update|delete)(?: into| from)? ((?:"?\w+"?\.)?"?\w+"?)/i
const READ_TABLE = /\b(?:from|join) (?!lateral\b|unnest\b|select\b)((?:"?\w+"?\.)?"?\w+"?)/i
const MAX_SUMMARIES = 1_000

const summaries = new Map<string, StatementSummary>()

/**
 * Removes values from a statement. They are normally sent as parameters, which are never part of a trace, and values in
 * the text itself are constants; removing them guards against mistakes.
 */
export function describeStatement(sql: string): StatementSummary {
  const cached = summaries.get(sql)
  if (cached) return cached
  const text = sql.replaceAll(LITERAL, '?').replaceAll(/\s+/g, ' ').trim()
  const code = text.replaceAll(/\/\*.*?\*\//g, '').trim()
  const described = { name: nameStatement(code), text }
  if (summaries.size < MAX_SUMMARIES) summaries.set(sql, described)
  return described
}

/** A statement with several parts is named by the table it writes. */
function nameStatement(code: string): string {
  const first = /^\w+/.exec(code)?.[0].toLowerCase() ?? 'statement'
  const [, verb, writtenTable] = (first === 'select' ? undefined : WRITTEN_TABLE.exec(code)) ?? []
  const table = (writtenTable ?? READ_TABLE.exec(code)?.[1])?.replaceAll('"', '')
  return table === undefined ? first : `${verb?.toLowerCase() ?? (first === 'with' ? 'select' : first)} ${table}`
}

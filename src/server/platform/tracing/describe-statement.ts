/** A statement fit for a trace, and its short name. */
type StatementSummary = { name: string; text: string }

/** Matches texts and numbers, but neither $1 nor a number at the end of a name. */
const LITERAL = /'(?:[^']|'')*'|(?<![\w$."])\d+(?:\.\d+)?\b/g
/** Matches the first table that is written; skips `for update` and `do update`. */
const WRITTEN = /(?<!\b(?:for|do|key) )\b(insert|update|delete)(?: into| from)? ((?:"?\w+"?\.)?"?\w+"?)/i
const READ = /\b(?:from|join) (?!lateral\b|unnest\b|select\b)((?:"?\w+"?\.)?"?\w+"?)/i
const MAX_KNOWN = 1_000

const known = new Map<string, StatementSummary>()

/**
 * Removes values from a statement. They are normally sent as parameters, which are never part of a trace, and values in
 * the text itself are constants; removing them guards against mistakes.
 */
export function describeStatement(sql: string): StatementSummary {
  const before = known.get(sql)
  if (before) return before
  const text = sql.replaceAll(LITERAL, '?').replaceAll(/\s+/g, ' ').trim()
  const said = text.replaceAll(/\/\*.*?\*\//g, '').trim()
  const described = { name: nameOf(said), text }
  if (known.size < MAX_KNOWN) known.set(sql, described)
  return described
}

/** A statement with several parts is named by the table it writes. */
function nameOf(said: string): string {
  const first = /^\w+/.exec(said)?.[0].toLowerCase() ?? 'statement'
  const [, verb, written] = (first === 'select' ? undefined : WRITTEN.exec(said)) ?? []
  const table = (written ?? READ.exec(said)?.[1])?.replaceAll('"', '')
  return table === undefined ? first : `${verb?.toLowerCase() ?? (first === 'with' ? 'select' : first)} ${table}`
}

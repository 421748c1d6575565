/** A statement as it may leave the shop, and its short name. */
type Described = { name: string; text: string }

/** Texts and numbers; not $1, nor a number that ends a name. */
const LITERAL = /'(?:[^']|'')*'|(?<![\w$."])\d+(?:\.\d+)?\b/g
/** The table that is written first; not what `for update` and `do update` say. */
const WRITTEN = /(?<!\b(?:for|do|key) )\b(insert|update|delete)(?: into| from)? ((?:"?\w+"?\.)?"?\w+"?)/i
const READ = /\b(?:from|join) (?!lateral\b|unnest\b|select\b)((?:"?\w+"?\.)?"?\w+"?)/i
const MOST_KNOWN = 1_000

const known = new Map<string, Described>()

/**
 * Values travel as parameters and are never part of a trace; what is written into the text itself is constant, and is
 * taken out all the same: a trace must not depend on nobody ever forgetting that.
 */
export function describeStatement(sql: string): Described {
  const before = known.get(sql)
  if (before) return before
  const text = sql.replaceAll(LITERAL, '?').replaceAll(/\s+/g, ' ').trim()
  const said = text.replaceAll(/\/\*.*?\*\//g, '').trim()
  const described = { name: nameOf(said), text }
  if (known.size < MOST_KNOWN) known.set(sql, described)
  return described
}

/** One with several parts is named by what it writes. */
function nameOf(said: string): string {
  const first = /^\w+/.exec(said)?.[0].toLowerCase() ?? 'statement'
  const [, verb, written] = (first === 'select' ? undefined : WRITTEN.exec(said)) ?? []
  const table = (written ?? READ.exec(said)?.[1])?.replaceAll('"', '')
  return table === undefined ? first : `${verb?.toLowerCase() ?? (first === 'with' ? 'select' : first)} ${table}`
}

/**
 * Returns what a migration removes that the previous release may still use, statement by statement
 * (docs/decisions/0073).
 */
export function findContractions(sql: string): string[] {
  return splitStatements(sql).flatMap((statement) => {
    const table = /^alter table (?:if exists |only )*/.exec(statement)
    const clauses = table
      ? splitOutsideParentheses(statement.slice(table[0].length).replace(/^\S+ /, ''), ',')
      : [statement]
    return clauses.filter((clause) => isContraction(clause, table !== null))
  })
}

const isContraction = (clause: string, isTableClause: boolean): boolean =>
  isTableClause
    ? /^(?:drop (?:column |default\b)|drop (?!constraint|not null|trigger)|rename\b|alter (?:column )?\S+ (?:set not null|drop default|type\b|set data type\b))/.test(
        clause,
      ) ||
      (/^add (?:column )?(?!constraint|primary|unique|check|foreign|exclude)/.test(clause) &&
        /\bnot null\b/.test(clause) &&
        !/\b(?:default|generated)\b/.test(clause))
    : /^(?:drop (?!index|trigger)|alter \w+ \S+ rename\b|revoke\b|truncate\b)/.test(clause)

/** Removes comments, strings and function bodies; lower case with single spaces. */
function splitStatements(sql: string): string[] {
  const stripped = sql
    .replace(/--[^\n]*/g, ' ')
    .replace(/\/\*[\s\S]*?\*\//g, ' ')
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replace(/'(?:[^']|'')*'/g, "''")
  return splitOutsideParentheses(stripped.toLowerCase().replace(/\s+/g, ' '), ';')
}

/** Splits outside parentheses. */
function splitOutsideParentheses(text: string, separator: string): string[] {
  const parts = ['']
  let depth = 0
  for (const character of text) {
    if (character === '(') depth++
    if (character === ')') depth--
    if (character === separator && depth === 0) parts.push('')
    else parts[parts.length - 1] += character
  }
  return parts.map((part) => part.trim()).filter(Boolean)
}

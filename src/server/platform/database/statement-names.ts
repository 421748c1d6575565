import type pg from 'pg'

/** Sends a statement, by a name if it has been sent before. */
export type NameStatement = (client: pg.PoolClient, text: string, values: readonly unknown[]) => Promise<pg.QueryResult>

/** Texts beyond this are sent as they are: lists of changing length would otherwise fill the server's memory. */
const MOST_NAMES = 500

/**
 * Begins a statement that is planned for its values each time, because what is best for some of them is not for others:
 * a filter by a state that most rows have, or hardly any.
 */
export const PLANNED_FOR_VALUES = '/* planned for its values */ '

/**
 * PostgreSQL parses and plans a named statement once for each connection, and from its sixth use on may keep one plan
 * for all values. A text gets its name at its second use.
 */
export function nameStatements(): NameStatement {
  const seen = new Set<string>()
  const names = new Map<string, string>()
  let made = 0

  const nameOf = (text: string): string | undefined => {
    const known = names.get(text)
    if (known !== undefined) return known
    if (!seen.has(text)) {
      if (seen.size < 2 * MOST_NAMES) seen.add(text)
      return undefined
    }
    if (names.size === MOST_NAMES) return undefined
    const name = `s${++made}`
    names.set(text, name)
    return name
  }

  return async function send(client, text, values) {
    const name = values.length > 0 && !text.startsWith(PLANNED_FOR_VALUES) ? nameOf(text) : undefined
    if (name === undefined) return client.query(text, [...values])
    try {
      return await client.query({ name, text, values: [...values] })
    } catch (fault) {
      if (!isStalePlan(fault)) throw fault
      // Under a new name it is planned anew. Inside a transaction, which the failure has ended, inTransaction begins again.
      if (names.get(text) === name) names.delete(text)
      if (client.getTransactionStatus() !== 'I') throw fault
      return send(client, text, values)
    }
  }
}

/** A migration has changed a statement's columns since it was prepared. */
export function isStalePlan(fault: unknown): boolean {
  const { code, routine } = fault as { code?: string; routine?: string }
  return code === '0A000' && routine === 'RevalidateCachedQuery'
}

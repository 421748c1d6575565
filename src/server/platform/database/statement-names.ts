export type StatementNames = {
  /** Returns undefined for a statement that is sent without a name. */
  nameOf(text: string): string | undefined
  /** Forgets the name, so that a new one causes a new plan. */
  forget(text: string, name: string): void
}

/**
 * Texts beyond this number are sent without a name: lists of changing length would otherwise fill the server's memory.
 */
const MAX_NAMES = 500

/**
 * Prefix of a statement that is planned for its values each time, because the best plan depends on them: a filter by a
 * state that most rows have, or hardly any.
 */
export const PLANNED_FOR_VALUES = '/* planned for its values */ '

/**
 * Names repeated statements: PostgreSQL parses and plans a named statement once per connection, and from its sixth use
 * on may keep one plan for all values. A statement text gets its name at its second use.
 */
export function nameStatements(): StatementNames {
  const usedTexts = new Set<string>()
  const names = new Map<string, string>()
  let count = 0

  return {
    nameOf(text) {
      const existing = names.get(text)
      if (existing !== undefined) return existing
      if (text.startsWith(PLANNED_FOR_VALUES)) return undefined
      if (!usedTexts.has(text)) {
        if (usedTexts.size < 2 * MAX_NAMES) usedTexts.add(text)
        return undefined
      }
      if (names.size === MAX_NAMES) return undefined
      const name = `s${++count}`
      names.set(text, name)
      return name
    },
    forget(text, name) {
      if (names.get(text) === name) names.delete(text)
    },
  }
}

/** Reports whether a migration has changed a statement's columns since it was prepared. */
export function isStalePlan(error: unknown): boolean {
  const { code, routine } = error as { code?: string; routine?: string }
  return code === '0A000' && routine === 'RevalidateCachedQuery'
}

import type { SearchUnit } from './expand-search.ts'

/**
 * A search in the syntax of PostgreSQL's `to_tsquery`. `matches` finds products. The rest is for the ranking: all units as
 * whole words, and each unit, with the last word as the beginning of one, too.
 */
export type TextQuery = { matches: string; whole: string; units: { exact: string; beginning: string }[] }

/**
 * Builds the query of a search that all units must match, or at least one. Two adjacent words may also be written as
 * one: `blow out` finds `blowout`.
 */
export function buildTextQuery(units: readonly SearchUnit[], mode: 'all' | 'any' = 'all'): TextQuery {
  const last = units.length - 1
  const parts = units.map((unit, index) => ({
    exact: anyOf(unit.alternatives.map((term) => allOf(term))),
    beginning: anyOf(unit.alternatives.map((term) => allOf(term, index === last))),
  }))
  const joined = units.slice(0, -1).flatMap((unit, index) => {
    const next = units[index + 1]
    const words = [...unit.words, ...(next?.words ?? [])]
    return words.length === 2 ? [{ index, word: words.join('') }] : []
  })
  const variants = joined.map(({ index, word }) => {
    const text = index + 1 === last ? withPrefix(word) : word
    return [
      ...parts.slice(0, index).map(({ beginning }) => beginning),
      text,
      ...parts.slice(index + 2).map((part) => part.beginning),
    ]
  })
  const combined = [parts.map(({ beginning }) => beginning), ...variants].map((variant) =>
    mode === 'all' ? variant.join(' & ') : anyOf(variant),
  )
  return {
    matches: anyOf(combined),
    whole: parts.map(({ exact }) => exact).join(' & '),
    units: [...parts, ...joined.map(({ word }) => ({ exact: word, beginning: withPrefix(word) }))],
  }
}

const anyOf = (queries: readonly string[]): string => `(${queries.join(' | ')})`

const allOf = (term: readonly string[], isLast = false): string =>
  `(${term.map((word, index) => (isLast && index === term.length - 1 ? withPrefix(word) : word)).join(' & ')})`

const withPrefix = (word: string): string => `${word}:*`

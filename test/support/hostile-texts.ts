/** Long enough that a quadratic pattern takes seconds. */
const LONG = 80_000
const SHORT = 16_000
/** Ends a run in a way that no pattern expects. */
const BREAKERS = ['', '\0!', '\n']
const COMMON = ['a', '0', ' ', '\t', '\n', '.', '-', '/', '<', '"', '=', ';', ',', ':', '@', '%', '\u00e9', '\u200b']
const BRACKETS = ['<>', '()', '[]', '{}', '""', '<a>', '<p style="a:b">']

const filled = (unit: string, length: number): string => unit.repeat(Math.ceil(length / unit.length)).slice(0, length)

/**
 * Texts on which a pattern with this source would be slow if possible: long runs of its repetitions after its prefix,
 * almost but not quite matching; alternating pairs of its characters; nested brackets.
 */
export function* hostileTexts(source: string): Generator<string> {
  const literals = new Set(source.match(/[^\\^$.*+?()[\]{}|]{2,30}/g) ?? [])
  const own = new Set([...source].filter((sign) => !'\\^$*+?|'.includes(sign)))
  const units = [...new Set([...own, ...COMMON])]
  for (const length of [SHORT, LONG]) {
    for (const unit of [...units, ...literals]) {
      for (const breaker of BREAKERS) {
        yield filled(unit, length) + breaker
        yield `x${filled(unit, length)}x${breaker}`
      }
    }
  }
  for (const unit of units) for (const head of literals) yield `${head}${filled(unit, SHORT)}\0`
  const few = [...own].slice(0, 14)
  for (const first of few) for (const second of [...few, 'a', ' ']) yield `${filled(first + second, SHORT)}\0`
  for (const pair of BRACKETS) {
    const half = pair.length / 2
    yield filled(pair.slice(0, half), LONG)
    yield filled(pair.slice(0, half), LONG / 2) + filled(pair.slice(half), LONG / 2)
    yield filled(pair, LONG)
  }
}

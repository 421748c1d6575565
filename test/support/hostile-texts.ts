/** Long enough that a quadratic pattern takes seconds. */
const LONG = 80_000
const SHORT = 16_000
/** Ends a run in a way that no pattern expects. */
const ENDINGS = ['', '\0!', '\n']
const COMMON = ['a', '0', ' ', '\t', '\n', '.', '-', '/', '<', '"', '=', ';', ',', ':', '@', '%', '\u00e9', '\u200b']
const BRACKETS = ['<>', '()', '[]', '{}', '""', '<a>', '<p style="a:b">']

const repeatTo = (unit: string, length: number): string => unit.repeat(Math.ceil(length / unit.length)).slice(0, length)

/**
 * Texts on which a pattern with this source would be slow if possible: long runs of its repetitions after its prefix,
 * almost but not quite matching; alternating pairs of its characters; nested brackets.
 */
export function* hostileTexts(source: string): Generator<string> {
  const literals = new Set(source.match(/[^\\^$.*+?()[\]{}|]{2,30}/g) ?? [])
  const ownCharacters = new Set([...source].filter((character) => !'\\^$*+?|'.includes(character)))
  const units = [...new Set([...ownCharacters, ...COMMON])]
  for (const length of [SHORT, LONG]) {
    for (const unit of [...units, ...literals]) {
      for (const ending of ENDINGS) {
        yield repeatTo(unit, length) + ending
        yield `x${repeatTo(unit, length)}x${ending}`
      }
    }
  }
  for (const unit of units) for (const prefix of literals) yield `${prefix}${repeatTo(unit, SHORT)}\0`
  const sample = [...ownCharacters].slice(0, 14)
  for (const left of sample) for (const right of [...sample, 'a', ' ']) yield `${repeatTo(left + right, SHORT)}\0`
  for (const pair of BRACKETS) {
    const half = pair.length / 2
    yield repeatTo(pair.slice(0, half), LONG)
    yield repeatTo(pair.slice(0, half), LONG / 2) + repeatTo(pair.slice(half), LONG / 2)
    yield repeatTo(pair, LONG)
  }
}

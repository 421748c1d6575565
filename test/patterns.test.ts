import { fork } from 'node:child_process'
import { analyse } from 'scslre'
import { expect, it, vi } from 'vitest'
import { findPatterns, type Pattern, recordPatterns } from '#test/patterns.ts'
import { repositoryFiles } from '#test/repository.ts'

/** A match without a response for this long will not finish. */
const TIMEOUT_MS = 5_000

const files = repositoryFiles.filter(
  (file) => /^src\/.*\.tsx?$/.test(file) && !/\.test\.tsx?$|\.generated\.|\.d\.ts$/.test(file),
)

/** Pages are rendered on the server, so the patterns of src/web process requests as well. */
const loadPatterns = (): Promise<Pattern[]> => {
  collected ??= collectPatterns()
  return collected
}
let collected: Promise<Pattern[]> | undefined

async function collectPatterns(): Promise<Pattern[]> {
  const byPattern = new Map<string, Pattern>()
  const add = (pattern: Pattern) => byPattern.set(`/${pattern.source}/${pattern.flags}`, pattern)
  for (const file of files) {
    const { patterns, dynamicCount } = findPatterns(file)
    patterns.forEach(add)
    if (dynamicCount === 0) continue
    vi.resetModules()
    const recorded = await recordPatterns(
      file,
      () => import(/* @vite-ignore */ new URL(`../${file}`, import.meta.url).href),
    )
    // A pattern composed only while a request is handled would be missed, so it must be at the top of its module.
    expect(recorded.length, `${file} composes patterns`).toBeGreaterThanOrEqual(dynamicCount)
    recorded.forEach(add)
  }
  return [...byPattern.values()]
}

const findFlaws = ({ source, flags }: { source: string; flags: string }): string[] =>
  analyse({ source, flags }).reports.map(({ type, character }) => `${type} of ${JSON.stringify(character.pick)}`)

type MatchOutcome = { ms: number; text: string; tooSlow: boolean }

async function tooSlow(patterns: readonly Pattern[]): Promise<string[]> {
  const slowPatterns: string[] = []
  let child = startMatching()
  for (const pattern of patterns) {
    const { ms, text, tooSlow } = await child.run(pattern)
    if (tooSlow) slowPatterns.push(`${pattern.location}: /${pattern.source}/${pattern.flags} takes ${ms} ms on ${text}`)
    if (ms !== Number.POSITIVE_INFINITY) continue
    child.kill()
    child = startMatching()
  }
  child.kill()
  return slowPatterns
}

function startMatching() {
  const child = fork(new URL('support/match-child.ts', import.meta.url), { execArgv: [] })
  return {
    kill: () => child.kill('SIGKILL'),
    run: (pattern: Pattern) =>
      new Promise<MatchOutcome>((resolve, reject) => {
        const finish = (outcome: MatchOutcome) => {
          clearTimeout(timer)
          child.removeAllListeners()
          resolve(outcome)
        }
        const onTimeout = () => finish({ ms: Number.POSITIVE_INFINITY, text: 'one of its texts', tooSlow: true })
        let timer = setTimeout(onTimeout, TIMEOUT_MS)
        child.on('message', (outcome: 'alive' | MatchOutcome) => {
          if (outcome !== 'alive') return finish(outcome)
          clearTimeout(timer)
          timer = setTimeout(onTimeout, TIMEOUT_MS)
        })
        child.once('exit', (code) => reject(new Error(`matching ended with code ${code}`)))
        child.send(pattern)
      }),
  }
}

// Parses every file, which on a busy machine takes longer than the limit of a pure test.
it('has no pattern that rescans the same text, like an unanchored x+$', async () => {
  const patterns = await loadPatterns()
  expect(patterns.length).toBeGreaterThan(80)
  const flaws = patterns.flatMap((pattern) =>
    findFlaws(pattern).map((flaw) => `${pattern.location}: /${pattern.source}/${pattern.flags}: ${flaw}`),
  )
  expect(flaws).toEqual([])
})

it('matches every pattern against 16 to 80 kB of hostile text in linear time', async () => {
  expect(await tooSlow(await loadPatterns())).toEqual([])
}, 300_000)

const unsafePatterns = [String.raw`\/+$`, '[. ]+$', String.raw`^(\w+\s?)*$`, '(a|a)+b', String.raw`^\s*a?\s*$`]

it.each(unsafePatterns)('would detect /%s/ by its syntax', (source) => {
  expect(findFlaws({ source, flags: '' })).not.toEqual([])
})

it('would detect a slow pattern by matching it', async () => {
  const patterns = [...unsafePatterns.slice(0, 3), '<img[^>]+src="x"'].map((source) => ({
    location: 'example',
    source,
    flags: '',
  }))
  expect(await tooSlow(patterns)).toHaveLength(patterns.length)
})

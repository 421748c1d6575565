import { fork } from 'node:child_process'
import { analyse } from 'scslre'
import { expect, it, vi } from 'vitest'
import { findPatterns, type Pattern, recordPatterns } from '#test/patterns.ts'
import { repositoryFiles } from '#test/repository.ts'

/** A match without a response for this long will not finish. */
const SILENCE_MS = 5_000

const files = repositoryFiles.filter(
  (file) => /^src\/.*\.tsx?$/.test(file) && !/\.test\.tsx?$|\.generated\.|\.d\.ts$/.test(file),
)

/** Pages are rendered on the server, so the patterns of src/web process requests as well. */
const everyPattern = (): Promise<Pattern[]> => {
  collected ??= collectPatterns()
  return collected
}
let collected: Promise<Pattern[]> | undefined

async function collectPatterns(): Promise<Pattern[]> {
  const found = new Map<string, Pattern>()
  const add = (pattern: Pattern) => found.set(`/${pattern.source}/${pattern.flags}`, pattern)
  for (const file of files) {
    const { patterns, dynamicCount } = findPatterns(file)
    patterns.forEach(add)
    if (dynamicCount === 0) continue
    vi.resetModules()
    const made = await recordPatterns(
      file,
      () => import(/* @vite-ignore */ new URL(`../${file}`, import.meta.url).href),
    )
    // A pattern composed only while a request is handled would be missed, so it must be at the top of its module.
    expect(made.length, `${file} composes patterns`).toBeGreaterThanOrEqual(dynamicCount)
    made.forEach(add)
  }
  return [...found.values()]
}

const flawsOf = ({ source, flags }: { source: string; flags: string }): string[] =>
  analyse({ source, flags }).reports.map(({ type, character }) => `${type} of ${JSON.stringify(character.pick)}`)

type Outcome = { ms: number; text: string; tooSlow: boolean }

async function tooSlow(patterns: readonly Pattern[]): Promise<string[]> {
  const slow: string[] = []
  let child = startMatching()
  for (const pattern of patterns) {
    const { ms, text, tooSlow } = await child.run(pattern)
    if (tooSlow) slow.push(`${pattern.location}: /${pattern.source}/${pattern.flags} takes ${ms} ms on ${text}`)
    if (ms !== Number.POSITIVE_INFINITY) continue
    child.kill()
    child = startMatching()
  }
  child.kill()
  return slow
}

function startMatching() {
  const child = fork(new URL('support/match-child.ts', import.meta.url), { execArgv: [] })
  return {
    kill: () => child.kill('SIGKILL'),
    run: (pattern: Pattern) =>
      new Promise<Outcome>((resolve, reject) => {
        const settle = (outcome: Outcome) => {
          clearTimeout(timer)
          child.removeAllListeners()
          resolve(outcome)
        }
        const endless = () => settle({ ms: Number.POSITIVE_INFINITY, text: 'one of its texts', tooSlow: true })
        let timer = setTimeout(endless, SILENCE_MS)
        child.on('message', (outcome: 'alive' | Outcome) => {
          if (outcome !== 'alive') return settle(outcome)
          clearTimeout(timer)
          timer = setTimeout(endless, SILENCE_MS)
        })
        child.once('exit', (code) => reject(new Error(`matching ended with code ${code}`)))
        child.send(pattern)
      }),
  }
}

// Parses every file, which on a busy machine takes longer than the limit of a pure test.
it('has no pattern that rescans the same text, like an unanchored x+$', async () => {
  const patterns = await everyPattern()
  expect(patterns.length).toBeGreaterThan(80)
  const flaws = patterns.flatMap((pattern) =>
    flawsOf(pattern).map((flaw) => `${pattern.location}: /${pattern.source}/${pattern.flags}: ${flaw}`),
  )
  expect(flaws).toEqual([])
})

it('matches every pattern against 16 to 80 kB of hostile text in linear time', async () => {
  expect(await tooSlow(await everyPattern())).toEqual([])
}, 300_000)

const planted = [String.raw`\/+$`, '[. ]+$', String.raw`^(\w+\s?)*$`, '(a|a)+b', String.raw`^\s*a?\s*$`]

it.each(planted)('would detect /%s/ by its syntax', (source) => {
  expect(flawsOf({ source, flags: '' })).not.toEqual([])
})

it('would detect a slow pattern by matching it', async () => {
  const patterns = [...planted.slice(0, 3), '<img[^>]+src="x"'].map((source) => ({
    location: 'example',
    source,
    flags: '',
  }))
  expect(await tooSlow(patterns)).toHaveLength(patterns.length)
})

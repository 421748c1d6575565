import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { identifiersIn } from '#test/identifiers.ts'

type Rule = { never: RegExp; say: string; within?: RegExp; except?: readonly string[] }

/** Informal names with a standard replacement. Matches whole names only; prose and strings may use the words. */
const rules: readonly Rule[] = [
  { never: /^(set)?[Tt]old([A-Z]\w*)?$/, say: 'UserError, notice, outcome, response, or what it contains' },
  { never: /^[Bb]ench$/, say: 'CommandContext, context', within: /^src\// },
  { never: /^[Gg]rowing$/, say: 'GrowableArray' },
  { never: /^[Hh]appenings?$/, say: 'change' },
  { never: /^[Ss]tandings?$/, say: 'LevelInputs, CardDetails, phase' },
  {
    never: /^[Pp]laces?(Of)?$/,
    say: 'index, position; placeOrder for the function',
    // The abbreviation of a street's name.
    except: ['src/domain/order/own-order.ts'],
  },
  { never: /^[Ww]ays?$/, say: 'path' },
  { never: /^left_/, say: 'remaining_' },
  { never: /^([Ll]eft|setLeft|leftAfter)$/, say: 'remaining', within: /^src\/(domain|contract|server)\// },
  { never: /^countedWith$/, say: 'rateLimitGroup' },
  { never: /^leadsTo$/, say: 'redirectTo' },
  { never: /^replies$/, say: 'responses', within: /^src\/contract\/call\.ts$/ },
  { never: /^problems$/, say: 'errors', within: /^src\/contract\/call\.ts$/ },
  { never: /^media$/, say: 'contentType', within: /^src\/contract\/call\.ts$/ },
  { never: /^[Kk]ept$|\w[Kk]ept$|Kept[A-Z]/, say: 'cached', within: /^src\/server\/(page|http|compensation\/live)\// },
  { never: /^serveKept$|^\w*Keeper$/, say: 'serveCached, MonthCache' },
  { never: /^(give|take)Back$/, say: 'releaseBuffer', within: /^src\/server\/page\// },
  { never: /^[Vv]erb$|Verb$/, say: 'command', within: /^src\/server\/command-line\// },
  { never: /^Answer$/, say: 'ResponseBody, HttpResponse', within: /^(src\/(server|contract)|test|bench)\// },
  {
    never: /^(e?mail|web|page|link|url)_?Address(es)?$/,
    say: 'email, url, path',
    // The name of fast-check's generator.
    except: ['src/domain/order/own-order.test.ts'],
  },
]

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: new URL('..', import.meta.url),
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /^(src|test|bench|db)\/.*\.tsx?$/.test(file) && !file.endsWith('.d.ts'))

// Parses a thousand files, which on a busy machine takes longer than the limit of a pure test.
it('code uses the standard term, not an informal one', () => {
  expect(files.length).toBeGreaterThan(800)
  const found = files.flatMap((file) => {
    const path = new URL(`../${file}`, import.meta.url).pathname
    const names = [...identifiersIn(path)]
    return rules
      .filter(({ within, except }) => (within?.test(file) ?? true) && !except?.includes(file))
      .flatMap(({ never, say }) => names.filter((name) => never.test(name)).map((name) => `${file}: ${name} → ${say}`))
  })
  expect(found).toEqual([])
})

it('finds a name anywhere in code, and ignores prose', () => {
  const names = identifiersIn(new URL(import.meta.url).pathname)
  expect(names).toContain('identifiersIn')
  expect(names).toContain('except')
  expect(names).not.toContain('leadsTo')
})

import type { Kind, TextLine } from './collect.ts'
import { RETIRED_IDENTIFIERS } from './retired-identifiers.ts'

export type Rule = {
  name: string
  /** Kinds of text that the rule reads. */
  kinds: readonly Kind[]
  pattern: RegExp
  advice: string
}

const TEXTS: readonly Kind[] = ['comment', 'prose', 'test name', 'label']

/** Rules of plain language that a pattern can check. */
export const rules: readonly Rule[] = [
  {
    name: 'opening',
    kinds: ['comment'],
    // With a capital: a line may go on with such a word.
    pattern: /^(?:What|Whoever|Whose|Who|Where|Of|The same|All that|Those|As|By)\b/,
    advice: 'begin with a subject or a verb',
  },
  {
    name: 'opening',
    kinds: ['test name'],
    pattern: /^(?:what|whoever|whose|who|where|of|the same|all that|those|as|by)\b/i,
    advice: 'begin with a subject or a verb',
  },
  {
    name: 'forbidden word',
    kinds: TEXTS,
    pattern: /\b(?:whoever|nobody's|nobody’s|what is told|comes to|anew|beside|lies in|stands)\b/i,
    advice: 'use a plain, active sentence',
  },
  {
    name: 'participle type',
    kinds: ['type'],
    pattern:
      /^(?:[A-Z][a-z]+ed|Given|Told|Said|Seen|Made|Kept|Sold|Known|Taken|Found|Read|Sent|Held|Left|Lost|Met|Needs|Own|Drawn|Written|Chosen|Shown|Brought|Bought|Paid|Put|Set|Done|Gone|Older|Newer|Hidden|Grown|Thrown|Split)$/,
    advice: 'name the thing that the type holds',
  },
  {
    name: 'British spelling',
    kinds: TEXTS,
    pattern:
      /\b(?:licen[c]e[sd]?|(?:un)?licenced|[a-z]*colou?red(?<!colored)|[a-z]*colour[a-z]*|behaviour[a-z]*|favour[a-z]*|honour[a-z]*|neighbour[a-z]*|labour|flavour[a-z]*|vapour|mould[a-z]*|grey(?:s|ed|ish)?|cancell(?:ed|ing|er)|travell(?:ed|ing|er)s?|labell(?:ed|ing)|modell(?:ed|ing)|signall(?:ed|ing)|fulfil(?:s|ment)?|enrol(?:s|ment|ments)?|catalogues?|dialogues?|analogue|cheques?|centres?|centred|metres?|litres?|theatre|fibre|defence|offence|pretence|programmes?|storey|tyres?|aluminium|pyjamas|whilst|amongst|learnt|spelt|judgement|acknowledgement|artefacts?|organis[a-z]+|recognis[a-z]+|normalis[a-z]+|optimis(?:e|ed|es|ing|ation)|summaris[a-z]+|initialis[a-z]+|sterilis[a-z]+|sensitis[a-z]+|serialis[a-z]+|authoris[a-z]+|customis[a-z]+|minimis(?:e|ed|es|ing)|maximis(?:e|ed|es|ing)|memoris[a-z]+|realis(?:e|ed|es|ing)|analys(?:e|ed|es|ing)|paralys[a-z]+|apologis[a-z]+|categoris[a-z]+|prioritis[a-z]+|capitalis[a-z]+|synchronis[a-z]+|towards|upwards|downwards|afterwards|backwards|forwards)\b/i,
    advice: 'use the American spelling',
  },
]

/** All code but the scripts and the studio that draws the demo pictures. */
const SHOP_CODE = /^(?:src|test|bench|db)\//

/** A name that a standard term replaces, in the shop's code or within some of it. */
type RetiredName = { pattern: RegExp; replacement: string; within?: RegExp; exceptIn?: readonly string[] }

const retiredNames: readonly RetiredName[] = [
  { pattern: /^(set)?[Tt]old([A-Z]\w*)?$/, replacement: 'UserError, notice, outcome, response, or what it contains' },
  { pattern: /^[Bb]ench$/, replacement: 'CommandContext, context', within: /^src\// },
  { pattern: /^[Gg]rowing$/, replacement: 'GrowableArray' },
  { pattern: /^[Hh]appenings?$/, replacement: 'change' },
  { pattern: /^[Ss]tandings?$/, replacement: 'LevelInputs, CardDetails, phase' },
  {
    pattern: /^[Pp]laces?(Of)?$/,
    replacement: 'index, position; placeOrder for the function',
    // The abbreviation of a street's name.
    exceptIn: ['src/domain/orders/personal-order.ts'],
  },
  { pattern: /^[Ww]ays?$/, replacement: 'path' },
  { pattern: /^left_/, replacement: 'remaining_' },
  { pattern: /^([Ll]eft|setLeft|leftAfter)$/, replacement: 'remaining', within: /^src\/(domain|contract|server)\// },
  { pattern: /^countedWith$/, replacement: 'rateLimitGroup' },
  { pattern: /^leadsTo$/, replacement: 'redirectTo' },
  { pattern: /^replies$/, replacement: 'responses', within: /^src\/contract\/base\/call\.ts$/ },
  { pattern: /^problems$/, replacement: 'errors', within: /^src\/contract\/base\/call\.ts$/ },
  { pattern: /^media$/, replacement: 'contentType', within: /^src\/contract\/base\/call\.ts$/ },
  {
    pattern: /^[Kk]ept$|\w[Kk]ept$|Kept[A-Z]/,
    replacement: 'cached',
    within: /^src\/server\/(http|compensation\/live)\//,
  },
  { pattern: /^serveKept$|^\w*Keeper$/, replacement: 'serveCached, MonthCache' },
  { pattern: /^(give|take)Back$/, replacement: 'releaseBuffer', within: /^src\/server\/http\/pages\// },
  { pattern: /^[Vv]erb$|Verb$/, replacement: 'command', within: /^src\/server\/cli\// },
  { pattern: /^Answer$/, replacement: 'ResponseBody, HttpResponse', within: /^(src\/(server|contract)|test|bench)\// },
  {
    pattern: /^(e?mail|web|page|link|url)_?Address(es)?$/,
    replacement: 'email, url, path',
    // The name of fast-check's generator.
    exceptIn: ['src/domain/orders/personal-order.test.ts'],
  },
]

export type Finding = { file: string; line: number; rule: string; match: string; advice: string }

export function findingsIn(collected: readonly TextLine[]): Finding[] {
  return collected.flatMap(({ file, line, kind, text }) => {
    if (kind === 'name') return findRetiredNames(file, line, text)
    return rules
      .filter(({ kinds }) => kinds.includes(kind))
      .flatMap(({ name, pattern, advice }) => {
        const match = pattern.exec(text)?.[0]
        return match === undefined ? [] : [{ file, line, rule: name, match, advice }]
      })
  })
}

const findRetiredNames = (file: string, line: number, name: string): Finding[] => {
  const advice = retiredNames
    .filter(({ pattern, within, exceptIn }) => {
      return pattern.test(name) && (within ?? SHOP_CODE).test(file) && !exceptIn?.includes(file)
    })
    .map(({ replacement }) => replacement)
  const current = RETIRED_IDENTIFIERS.get(name)
  if (current !== undefined && SHOP_CODE.test(file)) advice.push(current)
  return advice.map((replacement) => ({ file, line, rule: 'retired name', match: name, advice: `say ${replacement}` }))
}

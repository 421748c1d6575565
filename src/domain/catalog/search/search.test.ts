import { describe, expect, test } from 'vitest'
import { listCodes } from './code-search.ts'
import { correctSearch } from './correct-search.ts'
import { expandSearch } from './expand-search.ts'
import { splitSearch } from './search-words.ts'
import { buildTextQuery } from './text-query.ts'

describe('the words of a search', () => {
  test('are folded letters and digits, at most twelve', () => {
    expect(splitSearch('Crème-Masque A/10')).toEqual(['creme', 'masque', 'a', '10'])
    expect(splitSearch(Array.from({ length: 40 }, (_, index) => `w${index}`).join(' '))).toHaveLength(12)
    for (const input of ['', '  ', '&|!', '🙂', '<>']) expect(splitSearch(input)).toEqual([])
  })

  test('contain no operator of a text query', () => {
    for (const input of ["a' & !b | (c", 'x:*', 'shampoo\\', 'mas <-> que:ABCD*', 'é\0è', '日本語 🙂', "o'neil"])
      for (const word of splitSearch(input)) expect(word, input).toMatch(/^[\p{L}\p{M}\p{N}]+$/u)
  })
})

describe('synonyms', () => {
  const groups = [
    [['color'], ['hair', 'dye'], ['dye'], ['염색약']],
    [['lash'], ['속눈썹']],
    [['adhesive'], ['glue'], ['접착제']],
  ]
  const alternatives = (input: string) =>
    expandSearch(splitSearch(input), groups).map((unit) => unit.alternatives.map((term) => term.join(' ')))

  test.each([
    ['hair dye', [['hair dye', 'color', 'dye', '염색약']]],
    ['dyes', [['dyes', 'color', 'hair dye', 'dye', '염색약']]],
    [
      'lash glue',
      [
        ['lash', '속눈썹'],
        ['glue', 'adhesive', '접착제'],
      ],
    ],
    [
      '속눈썹접착제',
      [
        ['속눈썹', 'lash'],
        ['접착제', 'adhesive', 'glue'],
      ],
    ],
    ['oil', [['oil']]],
    ['20vol', [['20vol', '20 vol']]],
  ])('%s', (input, expected) => {
    expect(alternatives(input)).toEqual(expected)
  })
})

describe('the text query', () => {
  const query = (input: string, mode?: 'any') => buildTextQuery(expandSearch(splitSearch(input), []), mode).matches

  test('matches all words, the last one also unfinished, or two written as one', () => {
    expect(query('mas')).toBe('(((mas:*)))')
    expect(query('blow out')).toBe('(((blow)) & ((out:*)) | blowout:*)')
    expect(query('vitamin c')).toBe('(((vitamin)) & ((c:*)) | vitaminc:*)')
  })

  test('matches some of the words', () => {
    expect(query('rose oil', 'any')).toBe('((((rose)) | ((oil:*))) | (roseoil:*))')
  })
})

test('codes are searched with and without a space between letters and digits', () => {
  expect(listCodes(['orl1010'])).toEqual(['orl1010', 'orl 1010'])
  expect(listCodes(['orl', '10'])).toEqual(['orl 10', 'orl10'])
  expect(listCodes(['10'])).toEqual([])
  expect(listCodes(['masque'])).toEqual([])
})

describe('corrections', () => {
  const facts = (word: string, near: string[], known = false, parts: string[] | null = null) => ({
    ...{ word, known, near, parts },
  })

  test('replace unknown words by the nearest one', () => {
    expect(correctSearch([facts('keratin', [], true), facts('shapmoo', ['shampoo', 'shaper'])], [])).toEqual([
      'keratin',
      'shampoo',
    ])
    expect(correctSearch([facts('scisors', [])], ['scissors'])).toEqual(['scissors'])
    expect(correctSearch([facts('hairspray', [], false, ['hair', 'spray'])], [])).toEqual(['hair', 'spray'])
  })

  test('leave known words, codes and words without a similar one', () => {
    expect(correctSearch([facts('masque', [], true)], [])).toBeUndefined()
    expect(correctSearch([facts('1011', ['1010'])], [])).toBeUndefined()
    expect(correctSearch([facts('qzx', ['oil'])], [])).toBeUndefined()
    expect(correctSearch([facts('bleech', [])], ['bleech'])).toBeUndefined()
  })
})

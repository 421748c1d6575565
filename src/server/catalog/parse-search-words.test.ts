import { expect, test } from 'vitest'
import { parseSearchWords } from './parse-search-words.ts'

test('the last word of a search is matched as a prefix', () => {
  expect(parseSearchWords('mas')).toEqual({ head: '', prefix: 'mas', whole: undefined })
  expect(parseSearchWords('keratin mas')).toEqual({ head: 'keratin ', prefix: 'mas', whole: undefined })
})

test('words joined by punctuation are also searched as written', () => {
  expect(parseSearchWords('orlewood A/10')).toEqual({ head: 'orlewood a/', prefix: '10', whole: 'orlewood a/10' })
})

test('no tsquery operator gets into the prefix', () => {
  for (const input of ["a' & !b | (c", 'x:*', 'shampoo\\', 'mas <-> que:ABCD*', 'é\0è', '日本語 🙂', "o'neil"]) {
    expect(parseSearchWords(input)?.prefix, input).toMatch(/^[\p{L}\p{M}\p{N}]+$/u)
    expect(JSON.stringify(parseSearchWords(input))).not.toContain('u0000')
    expect(parseSearchWords(input)?.head).not.toContain('\0')
  }
})

test('a search without a letter or digit matches nothing', () => {
  for (const input of ['', '  ', '&|!', '🙂', '<>']) expect(parseSearchWords(input)).toBeUndefined()
})

test('a search is cut after twelve words', () => {
  expect(parseSearchWords(Array.from({ length: 40 }, (_, i) => `w${i}`).join(' '))?.prefix).toBe('w11')
})

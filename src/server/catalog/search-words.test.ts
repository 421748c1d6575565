import { expect, test } from 'vitest'
import { searchWords } from './search-words.ts'

test('the last word of a search is matched as a prefix', () => {
  expect(searchWords('mas')).toEqual({ head: '', prefix: 'mas', whole: undefined })
  expect(searchWords('keratin mas')).toEqual({ head: 'keratin ', prefix: 'mas', whole: undefined })
})

test('words joined by punctuation are also searched as written', () => {
  expect(searchWords('orlewood A/10')).toEqual({ head: 'orlewood a/', prefix: '10', whole: 'orlewood a/10' })
})

test('no tsquery operator gets into the prefix', () => {
  for (const typed of ["a' & !b | (c", 'x:*', 'shampoo\\', 'mas <-> que:ABCD*', 'é\0è', '日本語 🙂', "o'neil"]) {
    expect(searchWords(typed)?.prefix, typed).toMatch(/^[\p{L}\p{M}\p{N}]+$/u)
    expect(JSON.stringify(searchWords(typed))).not.toContain('u0000')
    expect(searchWords(typed)?.head).not.toContain('\0')
  }
})

test('a search without a letter or digit matches nothing', () => {
  for (const typed of ['', '  ', '&|!', '🙂', '<>']) expect(searchWords(typed)).toBeUndefined()
})

test('a search is cut after twelve words', () => {
  expect(searchWords(Array.from({ length: 40 }, (_, i) => `w${i}`).join(' '))?.prefix).toBe('w11')
})

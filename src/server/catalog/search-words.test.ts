import { expect, test } from 'vitest'
import { searchWords } from './search-words.ts'

test('the last word of a search may be the beginning of one', () => {
  expect(searchWords('keratin mas')).toEqual({ all: 'keratin mas', head: 'keratin ', lastPrefix: 'mas' })
  expect(searchWords('ORL-10')).toEqual({ all: 'ORL-10', head: 'ORL-', lastPrefix: '10' })
})

test('no character with a meaning in a tsquery gets into the prefix', () => {
  for (const typed of ["a' & !b | (c", 'x:*', 'shampoo\\', 'mas <-> que:ABCD*', 'é\0è', '日本語 🙂', "o'neil"]) {
    expect(searchWords(typed)?.lastPrefix, typed).toMatch(/^[\p{L}\p{M}\p{N}]+$/u)
    expect(searchWords(typed)?.all).not.toContain('\0')
  }
})

test('a search without a letter or digit looks for nothing', () => {
  for (const typed of ['', '  ', '&|!', '🙂', '<>']) expect(searchWords(typed)).toBeUndefined()
})

test('a search is cut after twelve words', () => {
  expect(searchWords(Array.from({ length: 40 }, (_, i) => `w${i}`).join(' '))?.lastPrefix).toBe('w11')
})

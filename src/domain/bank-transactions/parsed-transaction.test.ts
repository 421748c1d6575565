import { expect, it } from 'vitest'
import { cleanLine } from './parsed-transaction.ts'

it('truncation never leaves half of an emoji', () => {
  expect(cleanLine(`${' '.repeat(799)}🌸`)).toBe('')
  expect(cleanLine(`a${' '.repeat(798)}🌸`)).toBe('a')
  expect(cleanLine(`${' '.repeat(798)}🌸`)).toBe('🌸')
})

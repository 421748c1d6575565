import { expect, it } from 'vitest'
import { cleanLine } from './parsed-transaction.ts'

it('a text truncated inside an emoji keeps no half of it', () => {
  expect(cleanLine(`${' '.repeat(799)}🌸`)).toBe('')
  expect(cleanLine(`a${' '.repeat(798)}🌸`)).toBe('a')
  expect(cleanLine(`${' '.repeat(798)}🌸`)).toBe('🌸')
})

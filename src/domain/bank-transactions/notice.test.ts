import { expect, it } from 'vitest'
import { tidy } from './notice.ts'

it('a text truncated inside an emoji keeps no half of it', () => {
  expect(tidy(`${' '.repeat(799)}🌸`)).toBe('')
  expect(tidy(`a${' '.repeat(798)}🌸`)).toBe('a')
  expect(tidy(`${' '.repeat(798)}🌸`)).toBe('🌸')
})

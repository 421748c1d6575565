import { expect, it } from 'vitest'
import { tidy } from './notice.ts'

it('a text that is cut in the middle of an emoji has no half of it', () => {
  expect(tidy(`${' '.repeat(799)}🌸`)).toBe('')
  expect(tidy(`a${' '.repeat(798)}🌸`)).toBe('a')
  expect(tidy(`${' '.repeat(798)}🌸`)).toBe('🌸')
})

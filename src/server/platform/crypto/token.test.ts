import { expect, it } from 'vitest'
import { makeToken } from './token.ts'

it('a token is unique and consists of letters and digits', () => {
  const tokens = new Set(Array.from({ length: 1_000 }, () => makeToken()))
  expect(tokens.size).toBe(1_000)
  for (const token of tokens) expect(token).toMatch(/^[0-9A-Za-z]{43}$/)
})

import { afterEach, beforeEach, expect, vi } from 'vitest'

// Unexpected output is a failure: a warning in a test is a warning in someone's terminal.
const levels = ['log', 'info', 'warn', 'error'] as const

beforeEach(() => {
  for (const level of levels) vi.spyOn(console, level).mockImplementation(() => {})
})

afterEach(() => {
  const calls = levels.flatMap((level) => vi.mocked(console[level]).mock.calls)
  vi.restoreAllMocks()
  expect(calls, 'unexpected console output').toEqual([])
})

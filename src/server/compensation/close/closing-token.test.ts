import { hostname } from 'node:os'
import { expect, it } from 'vitest'
import { isCloseRunning, newClosingToken } from './closing-token.ts'

it('a close is running as long as its process, but not if another process reuses the pid', () => {
  const token = newClosingToken()
  expect(isCloseRunning(token, 60)).toBe(true)
  expect(isCloseRunning(token, 31 * 60)).toBe(false)
  expect(isCloseRunning(`${hostname()}:${process.pid}:0`, 1)).toBe(false)
  expect(isCloseRunning('another machine:1:0', 60)).toBe(true)
  expect(isCloseRunning(null, 0)).toBe(false)
})

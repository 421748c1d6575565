import { hostname } from 'node:os'
import { expect, it } from 'vitest'
import { isAtWork, newClosingToken } from './closing-token.ts'

it('a close is running as long as its process, but not if another process reuses the pid', () => {
  const own = newClosingToken()
  expect(isAtWork(own, 60)).toBe(true)
  expect(isAtWork(own, 31 * 60)).toBe(false)
  expect(isAtWork(`${hostname()}:${process.pid}:0`, 1)).toBe(false)
  expect(isAtWork('another machine:1:0', 60)).toBe(true)
  expect(isAtWork(null, 0)).toBe(false)
})

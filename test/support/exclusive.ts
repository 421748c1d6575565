import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { test as base, expect } from 'playwright/test'
import { dataDir } from './journey.ts'

type TakeTurn = (name: string) => Promise<() => Promise<void>>

/**
 * Tests run in parallel in one shop: those that process everything of a kind take turns. `takeTurn` returns the
 * function that ends the turn; a failed test releases its turn, so that the next is not affected.
 */
export const test = base.extend<{ takeTurn: TakeTurn }>({
  takeTurn: async ({ browserName: _ }, use) => {
    const ends: (() => Promise<void>)[] = []
    await use(async (name) => {
      const taken = join(dataDir(), `turn-of-${name}`)
      const take = () =>
        mkdir(taken).then(
          () => true,
          (fault: NodeJS.ErrnoException) => {
            if (fault.code === 'EEXIST') return false
            throw fault
          },
        )
      await expect.poll(take, { timeout: 0, intervals: [100] }).toBe(true)
      let mine = true
      const end = async () => {
        if (mine) await rm(taken, { recursive: true })
        mine = false
      }
      ends.push(end)
      return end
    })
    for (const end of ends) await end()
  },
})

import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { test as base, expect } from 'playwright/test'
import { dataDir } from './e2e-helpers.ts'

type AcquireLock = (name: string) => Promise<() => Promise<void>>

/**
 * Tests run in parallel in one shop: those that process everything of a kind take turns. `acquireLock` returns the
 * function that ends the turn; a failed test releases its turn, so that the next is not affected.
 */
export const test = base.extend<{ acquireLock: AcquireLock }>({
  acquireLock: async ({ browserName: _ }, use) => {
    const releases: (() => Promise<void>)[] = []
    await use(async (name) => {
      const lockFolder = join(dataDir(), `turn-of-${name}`)
      const tryAcquire = () =>
        mkdir(lockFolder).then(
          () => true,
          (error: NodeJS.ErrnoException) => {
            if (error.code === 'EEXIST') return false
            throw error
          },
        )
      await expect.poll(tryAcquire, { timeout: 0, intervals: [100] }).toBe(true)
      let isHeld = true
      const release = async () => {
        if (isHeld) await rm(lockFolder, { recursive: true })
        isHeld = false
      }
      releases.push(release)
      return release
    })
    for (const release of releases) await release()
  },
})

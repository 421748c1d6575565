import { mkdir, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'playwright/test'
import { dataDir } from './journey.ts'

/**
 * Journeys run beside one another in one shop: those that do something to all of a kind take turns. Returns what ends
 * the turn.
 */
export async function takeTurn(name: string): Promise<() => Promise<void>> {
  const taken = join(dataDir(), `turn-of-${name}`)
  const take = () =>
    mkdir(taken).then(
      () => true,
      (fault: NodeJS.ErrnoException) => {
        if (fault.code === 'EEXIST') return false
        throw fault
      },
    )
  await expect.poll(take, { timeout: 45_000, intervals: [100] }).toBe(true)
  return () => rmdir(taken)
}

import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const PAGES = 5_000
const VISITORS = 5_000

/** Runs in a separate process: nothing else allocates there, and garbage can be collected before each measurement. */
async function run(child: string, count: number): Promise<string> {
  const file = fileURLToPath(new URL(`../../../../test/support/${child}.ts`, import.meta.url))
  return (await promisify(execFile)(process.execPath, ['--expose-gc', file, String(count)])).stdout
}

test('counts the memory used by the process with an error below 25 percent', async () => {
  const { counted, held, pages } = JSON.parse(await run('page-cache-memory-child', PAGES)) as {
    counted: number
    held: number
    pages: number
  }
  expect(pages).toBe(2 * PAGES)
  expect(held / counted).toBeGreaterThan(1 / 1.25)
  expect(held / counted).toBeLessThan(1.25)
})

test('uses a kilobyte or two per remembered visitor, however long the header with the cookie was', async () => {
  expect(Number(await run('visitor-memory-child', VISITORS)) / VISITORS).toBeLessThan(2_500)
})

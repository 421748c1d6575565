import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stringify } from 'csv-stringify/sync'
import { test as base } from 'playwright/test'
import type { RunningShop } from '../../bench/support/server.ts'
import { startDedicatedShop } from './dedicated-shop.ts'
import { runCommandOn } from './e2e-helpers.ts'
import { registrationForm } from './member-forms.ts'
import { packAttempts, scriptAttempts } from './script-payloads.ts'
import { buildStage, type Stage, unprotectedBrowser, watchScripts } from './script-watch.ts'
import { openVisitor } from './shop-visitor.ts'

/** A name or an address field (docs/product §10.3). */
export const MAX_FIELD_LENGTH = 255
export const PASSWORD = 'lavender tubes 9'

type Fields = Record<string, string>
type TestFixtures = {
  watch: Awaited<ReturnType<typeof watchScripts>>
  /** Registers a user and signs in. */
  signUp: (overrides?: Fields) => Promise<Awaited<ReturnType<typeof openVisitor>> & { email: string }>
}
type WorkerFixtures = { shop: RunningShop; products: number[]; stage: Stage }

/** A dedicated shop for script attempts, and a page that reports those that execute. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  ...unprotectedBrowser,
  // Traces of these pages are larger and slower than everything else.
  trace: 'off',
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright parses the pattern for required fixtures
    async ({}, use) => {
      const settings = {
        SHOP_SHOP_EMAIL: 'shop@example.com',
        SHOP_MINIMUM_SUB_TOTAL: '0',
        SHOP_QUICK_PAY_PHONE: '(201) 555-0176',
      }
      const dataDir = await mkdtemp(join(tmpdir(), 'salonfront-attempted-'))
      const shop = await startDedicatedShop({ dataDir, env: settings })
      await use(shop)
      await shop.stop()
      await rm(dataDir, { recursive: true })
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  products: [async ({ shop }, use) => use(await importProducts(shop)), { scope: 'worker', timeout: 300_000 }],
  stage: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright parses the pattern for required fixtures
    async ({}, use) => {
      const stage = await buildStage()
      await use(stage)
      stage.close()
    },
    { scope: 'worker' },
  ],
  watch: async ({ page, stage }, use) => use(await watchScripts(page, stage)),
  signUp: async ({ shop }, use) => {
    const visitors: { close(): void }[] = []
    await use(async (overrides = {}) => {
      const visitor = await openVisitor(shop.port)
      visitors.push(visitor)
      const email = `${randomUUID()}@example.com`
      await visitor.post('/register', { ...registrationForm(email, PASSWORD), ...overrides })
      await visitor.post('/login', { email, password: PASSWORD })
      await visitor.reload()
      return { ...visitor, email }
    })
    for (const visitor of visitors) visitor.close()
  },
})

/** Imports products with attempts in every text, through the shop's own import. */
async function importProducts(shop: RunningShop): Promise<number[]> {
  const texts = packAttempts(MAX_FIELD_LENGTH)
  const rows = texts.map((text, n) => ({
    Handle: `attempt-${n}`,
    Title: text,
    'Body (HTML)': scriptAttempts.slice(n * 6, n * 6 + 6).join('\n'),
    Vendor: text,
    Type: n % 10 === 0 ? text : 'Attempts',
    Tags: text,
    'Variant SKU': text,
    'Variant Price': '30.00',
    Status: 'active',
  }))
  const file = join(await mkdtemp(join(tmpdir(), 'attempts-')), 'products.csv')
  await writeFile(file, stringify(rows, { header: true }))
  await runCommandOn(shop.dataDir, 'import', 'products', file)
  const ids: number[] = []
  for (let page = 1; ids.length < texts.length; page++) {
    const { data } = (await (await fetch(`${shop.url}/packages.json?page=${page}`)).json()) as {
      data: { id: number }[]
    }
    if (data.length === 0) throw new Error(`${ids.length} of ${texts.length} products were imported`)
    ids.push(...data.map(({ id }) => id))
  }
  return ids
}

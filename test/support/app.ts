import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll } from 'vitest'
import { buildApp } from '#server/app.ts'
import { connectToLiveRole } from '#server/compensation/live/connect-to-live-role.ts'
import { openLiveNetwork } from '#server/compensation/live/live-network.ts'
import { getLiveSocketPath } from '#server/compensation/live/live-socket.ts'
import { loadBrand } from '#server/content/brand/load-brand.ts'
import { findSession } from '#server/customers/sessions.ts'
import type { ReadyPage } from '#server/http/pages/make-pages.ts'
import { makePageCache } from '#server/http/pages/page-cache.ts'
import type { Renderer } from '#server/http/pages/renderer.ts'
import { makeVisitors } from '#server/http/visitors.ts'
import type { ShopServices } from '#server/open-shop.ts'
import { type Config, readConfig } from '#server/platform/config.ts'
import { makeSigner } from '#server/platform/crypto/signer.ts'
import type { Connection } from '#server/platform/database/connection.ts'
import { openFiles } from '#server/platform/files/open-files.ts'
import { startJobs } from '#server/platform/jobs/jobs.ts'
import { openSettings } from '#server/platform/settings/settings.ts'

/** Tests of calls need no pages. */
export const noPages: Renderer = {
  servedPages: [{ path: '/a-page', page: 'public', params: [] }],
  render: async () => ({
    kind: 'page',
    status: 404,
    html: '<p>no pages here</p>',
    tags: [],
    endless: false,
    faults: [],
  }),
  personalBlock: () => '',
  serveAssets: async () => {},
  inline: { styles: [], scripts: [] },
  live: false,
}

/** Less than any page: tests of pages also change the database directly, which does not invalidate a cached page. */
const NO_BYTES = 10

export type TestApp = {
  app: FastifyInstance
  services: ShopServices
  /** A returning visitor: headers for its requests. */
  visitor(): { cookie: string; 'x-csrf-token': string }
}

/** The whole application on the suite's database. */
export function appForSuite(
  connection: () => Connection,
  overrides: Record<string, string> | (() => Record<string, string>) = {},
  onJobError = (error: unknown): void => {
    throw error
  },
  renderer = noPages,
): () => TestApp {
  let running: (TestApp & { close(): Promise<void> }) | undefined
  beforeAll(async () => {
    const env = typeof overrides === 'function' ? overrides() : overrides
    const dataDir = mkdtempSync(join(tmpdir(), 'salonfront-app-'))
    const config: Config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', RATE_LIMITS: 'off', ...env })
    const signer = makeSigner(config.secret, config.secretPrevious)
    const { db } = connection()
    const jobs = await startJobs(connection(), onJobError)
    const pageCache = makePageCache<ReadyPage>(renderer === noPages ? 1_000_000 : NO_BYTES)
    const files = await openFiles(config)
    const settings = await openSettings(db, { SHOP_QUICK_PAY_PHONE: '(201) 555-0176', ...env }, () =>
      loadBrand({ db, files, config }),
    )
    const network =
      config.role === undefined
        ? openLiveNetwork(connection(), onJobError)
        : connectToLiveRole(getLiveSocketPath(config), connection(), onJobError)
    // Not cached: the application is not notified of changes that a test makes directly in the database.
    const sessions = { find: (token: string) => findSession(db, token), forgetAll() {} }
    const services = {
      config,
      connection: connection(),
      db,
      sessions,
      settings,
      signer,
      jobs,
      files,
      network,
      pageCache,
    }
    const app = await buildApp(services, renderer)
    const visitors = makeVisitors(config, signer)
    running = {
      app,
      services,
      visitor() {
        const { id, setCookie } = visitors.visitor({ headers: {} } as never)
        return { cookie: setCookie?.split(';', 1)[0] ?? '', 'x-csrf-token': visitors.csrfToken(id) }
      },
      async close() {
        await app.close()
        await network.close()
        await jobs.stop()
        rmSync(dataDir, { recursive: true })
      },
    }
  })
  afterAll(() => running?.close())
  return () => {
    if (!running) throw new Error('The application is available only inside tests and hooks.')
    return running
  }
}

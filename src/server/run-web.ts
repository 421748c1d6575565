import cluster from 'node:cluster'
import { explainListenError } from './explain-listen-error.ts'
import { checkPortIsFree } from './http/check-port-is-free.ts'
import { drain } from './http/draining.ts'
import type { Warn } from './mail/outbox/mail.jobs.ts'
import type { Config } from './platform/config.ts'
import { openDatabase } from './platform/database/connect.ts'
import type { Database } from './platform/database/connection.ts'
import { inTransaction } from './platform/database/transaction.ts'
import { recordAddress } from './platform/files/shop-address.ts'
import type { Running } from './running.ts'

/** Serves requests; without a role, it also does the work of the other roles. */
export async function runWeb(config: Config): Promise<Running> {
  const { databaseUrl, dataDir, databasePoolSize: poolSize } = config
  const opening = openDatabase({ databaseUrl, dataDir, poolSize, mode: 'serve' })
  // The embedded engine starts in its own thread, so the rest of the program is loaded in the meantime.
  const [connection, { openShop }, { buildApp }, { createLiveRenderer: liveRenderer, loadRenderer }] =
    await Promise.all([opening, import('./open-shop.ts'), import('./app.ts'), import('./http/pages/renderer.ts')])
  try {
    await checkPortIsFree(config).catch(explainListenError(config))
  } catch (error) {
    await connection.close()
    throw error
  }
  const loading = process.env.NODE_ENV === 'development' ? liveRenderer() : loadRenderer()
  // Jobs run outside any request; until the application's logger exists, their errors go to standard error.
  let report = (error: unknown): void => void process.stderr.write(`${String(error)}\n`)
  let warn: Warn = (details, message) => void process.stderr.write(`${message}: ${JSON.stringify(details)}\n`)
  const [shop, renderer] = await Promise.all([
    openShop(
      config,
      process.env,
      connection,
      (error) => report(error),
      (details, message) => warn(details, message),
    ),
    loading,
  ])
  const app = await buildApp(shop.services, renderer)
  report = (error) => app.log.error({ err: error }, 'background work')
  warn = (details, message) => app.log.warn(details, message)
  await app.listen({ port: config.port, host: config.host }).catch(explainListenError(config))
  await shop.startWork()
  const [address] = app.addresses()
  const port = typeof address === 'object' ? address.port : config.port
  const url = resolvePort(config.publicUrl, port)
  recordAddress(dataDir, url)
  const { settings } = shop.services
  const state = settings.get('open_to_visitors') ? 'open' : 'not open to visitors yet,'
  const openMessage = `${settings.get('shop_name')} is ${state} at ${url}\n`
  const signIns = config.demo ? await formatSignIns(dataDir) : ''
  const setup = await formatSetupLink(shop.services.db, url)
  return {
    announcement: `${openMessage}${signIns}${setup}`,
    async close() {
      await drain(app, config.drainMs)
      await shop.close()
    },
  }
}

/** Loaded after the shop is open, so that no page waits for it. */
async function formatSignIns(dataDir: string): Promise<string> {
  const { readSignIns } = await import('./demo/demo-sign-ins.ts')
  const lines = (await readSignIns(dataDir)).map(({ email, password, description, totpSecret }) => {
    const app = totpSecret === undefined ? '' : `; key of the authenticator app: ${totpSecret}`
    return `  sign in as ${email} with ${password} (${description}${app})\n`
  })
  return lines.join('')
}

/** Only the first of several processes, whose announcement is printed, replaces the link. */
async function formatSetupLink(db: Database, publicUrl: string): Promise<string> {
  if (cluster.worker && cluster.worker.id !== 1) return ''
  const { makeSetupLink } = await import('./identity/staff/setup-link.ts')
  const link = await inTransaction(db, (trx) => makeSetupLink(trx, publicUrl))
  return link === undefined ? '' : `  set up your store with this link, which works once: ${link}\n`
}

/** PORT=0 takes any free port, which only the running server knows. */
const resolvePort = (publicUrl: string, port: number): string => publicUrl.replace(/:0$/, `:${port}`)

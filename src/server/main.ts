import './platform/files/private-files.ts'
import type { Warn } from './mail/mail.jobs.ts'
import { ConfigError, readConfig } from './platform/config.ts'
import { openDatabase } from './platform/database/connect.ts'
import { DirectoryInUse } from './platform/database/directory-lock.ts'
import { UnfinishedRestore } from './platform/database/unfinished-restore.ts'
import { DataDirectoryError } from './platform/files/data-directory.ts'
import { SettingError } from './platform/settings/settings.ts'

/** Whatever hangs while stopping, the process is gone within ten seconds (docs/product §11.7). */
const STOP_WITHIN_MS = 9_500

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const { databaseUrl, dataDir, databasePoolSize: poolSize } = config
  const opening = openDatabase({ databaseUrl, dataDir, poolSize, mode: 'serve' })
  // The embedded engine starts in its own thread; the rest of the program loads meanwhile, and not before.
  const [connection, { openShop }, { buildApp }, { liveRenderer, loadRenderer }] = await Promise.all([
    opening,
    import('./open-shop.ts'),
    import('./app.ts'),
    import('./page/renderer.ts'),
  ])
  const loading = process.env.NODE_ENV === 'development' ? liveRenderer() : loadRenderer()
  // Jobs run outside any request; until the application's logger exists, their errors go to standard error.
  let report = (error: unknown): void => void process.stderr.write(`${String(error)}\n`)
  let warn: Warn = (about, sentence) => void process.stderr.write(`${sentence}: ${JSON.stringify(about)}\n`)
  const [shop, renderer] = await Promise.all([
    openShop(
      config,
      process.env,
      connection,
      (error) => report(error),
      (about, sentence) => warn(about, sentence),
    ),
    loading,
  ])
  const app = await buildApp(shop.services, renderer)
  report = (error) => app.log.error({ err: error }, 'background work')
  warn = (about, sentence) => app.log.warn(about, sentence)
  await app.listen({ port: config.port, host: config.host })
  await shop.startWork()
  const [address] = app.addresses()
  const port = typeof address === 'object' ? address.port : config.port
  process.stdout.write(`${shop.services.settings.get('shop_name')} is open at ${openUrl(config.publicUrl, port)}\n`)

  if (config.demo) await printSignIns(dataDir)

  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref()
    await app.close()
    await shop.close()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  // Started by npm start: once that is gone, even by kill -9, the shop is no longer wanted either.
  if (process.connected) process.on('disconnect', stop)
}

/** Loaded after the shop is open: no page waits for it. */
async function printSignIns(dataDir: string): Promise<void> {
  const { readSignIns } = await import('./demo/demo-sign-ins.ts')
  for (const { email, password, who, appKey } of await readSignIns(dataDir)) {
    const app = appKey === undefined ? '' : `; key of the authenticator app: ${appKey}`
    process.stdout.write(`  sign in as ${email} with ${password} (${who}${app})\n`)
  }
}

/** PORT=0 takes any free port, which only the running server knows. */
const openUrl = (publicUrl: string, port: number): string => publicUrl.replace(/:0$/, `:${port}`)

try {
  await main()
} catch (error) {
  const kinds = [ConfigError, DataDirectoryError, DirectoryInUse, SettingError, UnfinishedRestore]
  const expected = kinds.some((kind) => error instanceof kind)
  process.stderr.write(`${!(error instanceof Error) ? String(error) : expected ? error.message : error.stack}\n`)
  process.exit(1)
}

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

export type RunningShop = {
  url: string
  port: number
  dataDir: string
  child: ChildProcess
  /** Resident memory in MiB, as reported by the process. */
  memoryMiB(): Promise<number>
  /** CPU time that the process has used, in seconds. */
  cpuSeconds(): Promise<number>
  /** Stops the shop and returns its exit code, or null if a signal ended it. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

/**
 * Starts the shop the way `npm start` does, on a free port unless one is given, and waits until it responds. `root` is
 * the folder of another release.
 */
export async function startShop(options: {
  databaseUrl?: string
  dataDir?: string
  env?: Record<string, string>
  port?: number
  root?: string
  /** Path of the log file; the log is discarded if not given. */
  log?: string
}): Promise<RunningShop> {
  const root = options.root ?? ROOT
  const { shopFlags, shopEnvironment } = await loadStartOptions(root)
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'salonfront-bench-')))
  const port = options.port ?? (await freePort())
  const log = options.log === undefined ? undefined : openSync(options.log, 'a', 0o600)
  const child = spawn(
    options.root ? join(root, 'node_modules/node/bin/node') : process.execPath,
    [...shopFlags, 'src/server/main.ts'],
    {
      cwd: root,
      env: {
        NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
        ...shopEnvironment,
        ...process.env,
        NODE_ENV: 'production',
        PORT: String(port),
        HOST: '127.0.0.1',
        PUBLIC_URL: '',
        DATABASE_URL: options.databaseUrl ?? '',
        DATA_DIR: dataDir,
        RATE_LIMITS: 'off',
        LOG_LEVEL: 'error',
        // Otherwise an empty shop would be closed until its setup is done.
        ...(options.env?.DEMO === '0' && { SHOP_OPEN_TO_VISITORS: 'on' }),
        ...options.env,
      },
      // A log that is not read would fill its pipe and then block the shop.
      stdio: ['ignore', log ?? 'ignore', 'inherit'],
    },
  )
  if (log !== undefined) closeSync(log)
  const url = `http://127.0.0.1:${port}`
  await waitUntilReady(url, child)
  return {
    url,
    port,
    dataDir,
    child,
    memoryMiB: async () => (await readMetric(url, 'process_resident_memory_bytes')) / 1_048_576,
    cpuSeconds: () => readMetric(url, 'process_cpu_seconds_total'),
    async stop(signal = 'SIGTERM') {
      const exit = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined
      child.kill(signal)
      await exit
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true })
      return child.exitCode
    },
  }
}

/** The flags that `npm start` of that release uses; none for releases before November 24, 2026. */
async function loadStartOptions(root: string): Promise<typeof import('../../scripts/shop-process.mjs')> {
  const file = join(root, 'scripts/shop-process.mjs')
  return existsSync(file) ? import(pathToFileURL(file).href) : { shopFlags: [], shopEnvironment: {} }
}

async function readMetric(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const [, value] = new RegExp(`^${name} (\\S+)`, 'm').exec(text) ?? []
  if (value === undefined) throw new Error(`the shop does not report ${name}`)
  return Number(value)
}

async function waitUntilReady(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the shop exited with code ${child.exitCode}`)
    try {
      if ((await fetch(`${url}/readyz`)).ok) return
    } catch (error) {
      // Not listening yet.
      if (!(error instanceof TypeError)) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

import { statfs } from 'node:fs/promises'
import type { NetworkServices } from '#server/compensation/live/live-network.ts'
import { StoreUnavailable } from '#server/platform/files/file-store.ts'
import { findMetrics } from './metrics.queries.ts'
import type { Metrics } from './metrics.ts'

export type StatusServices = Pick<NetworkServices, 'config' | 'db' | 'files' | 'network'>

/** A name that no file has: the check only needs a response of the store. */
const MISSING_FILE = 'status'

export async function readMetrics({ config, db, files, network }: StatusServices): Promise<Metrics> {
  const [database, disk, bucket, catchUpSeconds] = await Promise.all([
    findMetrics(db),
    statfs(config.dataDir),
    config.s3
      ? files.find(MISSING_FILE).then(
          () => ({ error: undefined }),
          (error: unknown) => {
            if (!(error instanceof StoreUnavailable)) throw error
            return { error: error.message }
          },
        )
      : undefined,
    measureLive(network),
  ])
  const { bavail, blocks, bsize } = disk
  return { ...database, disk: { freeBytes: bavail * bsize, totalBytes: blocks * bsize }, bucket, catchUpSeconds }
}

/** Measures the time until a commit is included in the months in memory. */
async function measureLive(network: StatusServices['network']): Promise<number | undefined> {
  const startedAt = performance.now()
  return network.catchUp().then(
    () => (performance.now() - startedAt) / 1000,
    // They are not available, for whatever reason.
    () => undefined,
  )
}

import type { Config } from '../config.ts'
import { diskStore } from './disk-store.ts'
import type { FileStore } from './file-store.ts'
import { migratingFileStore } from './migrating-file-store.ts'
import type { Bucket } from './s3-store.ts'

export type Stores = { disk: FileStore; s3: Bucket | undefined; files: FileStore }

/**
 * Opens the stores of this shop; everything except a move uses `files`. The client of a bucket is loaded only if there
 * is one.
 */
export async function openStores({
  dataDir,
  s3,
  storage,
}: Pick<Config, 'dataDir' | 's3' | 'storage'>): Promise<Stores> {
  const disk = diskStore(dataDir)
  if (!s3) return { disk, s3: undefined, files: disk }
  const { s3Store } = await import('./s3-store.ts')
  const bucket = s3Store(s3)
  return {
    disk,
    s3: bucket,
    files: storage === 's3' ? migratingFileStore(disk, bucket) : migratingFileStore(bucket, disk),
  }
}

export const openFiles = async (config: Pick<Config, 'dataDir' | 's3' | 'storage'>): Promise<FileStore> =>
  (await openStores(config)).files

import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { makeBackup } from '#server/operations/backup/make-backup.ts'
import type { Services } from '#server/platform/services.ts'

/** `file` is relative to the data directory; `missing` counts attachments that no longer existed. */
export type DemoBackup = { file: string; missing: number }

/** Backs the shop up before it is emptied. */
export async function backUpDemo(
  { connection, config, files }: Pick<Services, 'connection' | 'config' | 'files'>,
  now: Date,
): Promise<DemoBackup> {
  const folder = 'before-emptying'
  const file = `${folder}/${now.toISOString().replaceAll(':', '-')}.backup`
  await mkdir(join(config.dataDir, folder), { recursive: true })
  const options = { withSecret: false }
  const { missing } = await makeBackup(connection, { ...config, files }, join(config.dataDir, file), options)
  return { file, missing: missing.length }
}

import { existsSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Folder in which a restore prepares everything before it becomes the shop in one step. */
export const restoringFolder = (dataDir: string): string => join(resolve(dataDir), 'restoring')

export class UnfinishedRestore extends Error {
  override readonly name = 'UnfinishedRestore'

  constructor(dataDir: string) {
    super(
      `A restore into ${dataDir} is running or was broken off, so there is no shop yet. ` +
        'Run it again, or remove the folder “restoring” there to start with an empty shop.',
    )
  }
}

/** Refuses a half-restored shop: opening a new one in its place would mix in files of the other. */
export function refuseUnfinishedRestore(dataDir: string, hasShop: boolean): void {
  const folder = restoringFolder(dataDir)
  if (!existsSync(folder)) return
  if (!hasShop) throw new UnfinishedRestore(resolve(dataDir))
  // Only the cleanup was missing.
  rmSync(folder, { recursive: true, force: true })
}

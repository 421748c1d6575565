import { join } from 'node:path'
import type { Config } from '#server/platform/config.ts'
import { DataDirectoryError } from '#server/platform/files/data-directory.ts'

/** A Unix socket's path is limited to 104 bytes on macOS and 108 on Linux. */
const MAX_SOCKET_PATH_BYTES = 100

/** The socket path of this machine's live role; the data directory's mode keeps other users of the machine out. */
export function getLiveSocketPath({ dataDir }: Pick<Config, 'dataDir'>): string {
  const path = join(dataDir, 'live.sock')
  if (Buffer.byteLength(path) < MAX_SOCKET_PATH_BYTES) return path
  throw new DataDirectoryError(
    `The path of the data directory ${dataDir} is too long for the socket of the live role. Choose a shorter DATA_DIR.`,
  )
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, vi } from 'vitest'
import { runCommandLine } from '#server/cli/run.ts'
import { openDatabase } from '#server/platform/database/connect.ts'
import type { Connection } from '#server/platform/database/connection.ts'
import { copyDataDir } from './database.ts'

/** Starts a shop; commands run on it within this process, in a separate folder. */
export function commandLineForSuite() {
  const folder = mkdtempSync(join(tmpdir(), 'salonfront-commands-'))
  let dataDir = ''
  let openConnection: Connection
  beforeAll(async () => {
    dataDir = await copyDataDir()
    openConnection = await openDatabase({ databaseUrl: undefined, dataDir, mode: 'serve' })
  })
  afterAll(async () => {
    await openConnection.close()
    rmSync(folder, { recursive: true })
    rmSync(dataDir, { recursive: true })
  })
  return {
    folder,
    connection: () => openConnection,
    async shop(...args: string[]): Promise<{ code: number; output: string }> {
      let output = ''
      const capture = (text: string | Uint8Array) => {
        output += text
        return true
      }
      const streams = [process.stdout, process.stderr].map((stream) =>
        vi.spyOn(stream, 'write').mockImplementation(capture),
      )
      try {
        const env = { DATA_DIR: dataDir, INIT_CWD: folder, PATH: process.env.PATH }
        return { code: await runCommandLine(['node', 'shop', ...args], env), output }
      } finally {
        for (const stream of streams) stream.mockRestore()
      }
    },
  }
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { copyDataDir } from '#test/database.ts'

const SERVER = ['src/server/main.ts']
const COMMAND = ['src/server/shop.ts', 'settings', 'list']

/**
 * Runs a program until it exits. One that hangs is killed, so that it does not outlive the test.
 */
async function run(program: string[], dataDir: string, env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, program, {
    env: {
      ...process.env,
      DATABASE_URL: '',
      DEMO: 'off',
      DATA_DIR: dataDir,
      PORT: '0',
      NODE_ENV: 'production',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const timeout = setTimeout(() => child.kill('SIGKILL'), 100_000)
  let stderr = ''
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  const [code] = await once(child, 'close')
  clearTimeout(timeout)
  return { code, stderr }
}

describe('a data directory that cannot be used', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'salonfront-unusable-'))
    await writeFile(join(folder, 'file'), '')
    await mkdir(join(folder, 'secret-lost'))
    await writeFile(join(folder, 'secret-lost', 'secret'), '')
  })
  afterAll(() => rm(folder, { recursive: true }))

  const unusable = [
    ['a file', () => join(folder, 'file'), 'is not a folder'],
    ['below a file', () => join(folder, 'file', 'data'), 'is not a folder'],
    ['/dev/full', () => '/dev/full', 'is not a folder'],
    ['below /proc', () => '/proc/self/nothing/data', 'nothing can be made there'],
    ['a process of /proc', () => '/proc/self', 'nothing can be made there'],
    ['one whose secret a power cut left empty', () => join(folder, 'secret-lost'), 'is damaged'],
  ] as const

  // Under /proc, an account without rights gets this reason instead.
  const matchReason = (expected: string) =>
    expect.stringMatching(new RegExp(`${expected}|this account may not write there`))

  test.skipIf(process.platform !== 'linux').each(unusable)(
    '%s stops server and command line with a one-sentence message',
    async (_, path, expected) => {
      for (const program of [SERVER, COMMAND]) {
        const { code, stderr } = await run(program, path())
        expect(code, stderr).toBe(1)
        expect(stderr).toEqual(matchReason(expected))
        expect(stderr).toMatch(/^\S[^\n]+\.\n$/)
      }
    },
  )
})

test('a data directory that others can read is restricted at the next start, as are new files', async () => {
  const dataDir = await copyDataDir()
  try {
    await chmod(dataDir, 0o755)
    await chmod(join(dataDir, 'pgdata'), 0o755)
    await chmod(join(dataDir, 'pgdata', 'PG_VERSION'), 0o666)
    await mkdir(join(dataDir, 'outbox'))
    await writeFile(join(dataDir, 'outbox', 'reset.eml'), 'link', { mode: 0o644 })
    expect((await run([...COMMAND], dataDir)).code).toBe(0)
    expect(await listReadableByOthers(dataDir)).toEqual([])
  } finally {
    await rm(dataDir, { recursive: true })
  }
})

test('a data directory created by the shop is readable by its owner alone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'salonfront-closed-'))
  try {
    expect((await run([...COMMAND], join(folder, 'deep', 'data'))).code).toBe(0)
    expect(await listReadableByOthers(join(folder, 'deep'))).toEqual([])
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('a folder with other contents does not change its mode', async () => {
  const dataDir = await copyDataDir()
  try {
    await chmod(dataDir, 0o755)
    await writeFile(join(dataDir, 'photos.zip'), '', { mode: 0o644 })
    expect((await run([...COMMAND], dataDir)).code).toBe(0)
    expect(await listReadableByOthers(dataDir)).toEqual(['', 'photos.zip'])
  } finally {
    await rm(dataDir, { recursive: true })
  }
})

async function listReadableByOthers(folder: string): Promise<string[]> {
  const names = ['', ...(await readdir(folder, { recursive: true }))]
  const modes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).mode))
  return names.filter((_, i) => ((modes[i] ?? 0) & 0o077) !== 0).sort()
}

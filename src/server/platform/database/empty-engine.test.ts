import fs from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { copyEmptyEngine, keepEmptyEngine } from './empty-engine.ts'

let folder = ''
let made = ''
let naming: { mockRestore(): void } | undefined
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'salonfront-kept-'))
  made = join(folder, 'made')
  await mkdir(join(made, 'base'), { recursive: true })
  await writeFile(join(made, 'base', 'table'), 'rows')
})
afterEach(async () => {
  naming?.mockRestore()
  syncBuiltinESMExports()
  await rm(folder, { recursive: true })
})

const cache = () => join(folder, 'cache')
const kept = async () => readdir(cache(), { recursive: true })

/** Calls `happen` before a folder of the cache is renamed to its final name. */
function beforeNaming(happen: (name: string) => void) {
  const { renameSync } = fs
  naming = vi.spyOn(fs, 'renameSync').mockImplementation((from, to) => {
    happen(String(to))
    renameSync(from, to)
  })
  syncBuiltinESMExports()
}

const broken = (code: string) => () => {
  throw Object.assign(new Error(code), { code })
}

test('copies a cached database', async () => {
  expect(copyEmptyEngine(cache(), join(folder, 'copy'))).toBe(false)
  keepEmptyEngine(cache(), made)
  expect(copyEmptyEngine(cache(), join(folder, 'copy'))).toBe(true)
  expect(await readFile(join(folder, 'copy', 'base', 'table'), 'utf8')).toBe('rows')
})

test('the mode of a copy follows this process’s umask, whatever mode the original has', async () => {
  await chmod(join(made, 'base'), 0o755)
  await chmod(join(made, 'base', 'table'), 0o600)
  keepEmptyEngine(cache(), made)
  const previous = process.umask(0o077)
  try {
    copyEmptyEngine(cache(), join(folder, 'copy'))
  } finally {
    process.umask(previous)
  }
  const modes = ['', 'base', 'base/table'].map(async (name) => (await stat(join(folder, 'copy', name))).mode & 0o777)
  expect(await Promise.all(modes)).toEqual([0o700, 0o700, 0o600])
})

test('does not copy an incomplete database', () => {
  let copied = true
  beforeNaming(() => {
    copied = copyEmptyEngine(cache(), join(folder, 'copy'))
  })
  keepEmptyEngine(cache(), made)
  expect(copied).toBe(false)
})

test('if two processes cache one at the same time, one succeeds, and the other leaves nothing behind', async () => {
  beforeNaming((name) => {
    fs.mkdirSync(name)
    fs.writeFileSync(join(name, 'of the other'), '')
  })
  keepEmptyEngine(cache(), made)
  expect((await kept()).map((name) => name.replace(/^empty-engine-[^/]+/, ''))).toEqual(['', '/of the other'])
})

test.each(['EACCES', 'EROFS', 'ENOENT', 'ENOSPC'])('caches nothing if that is impossible (%s)', async (code) => {
  beforeNaming(broken(code))
  keepEmptyEngine(cache(), made)
  expect(await kept()).toEqual([])
})

test('reports any other fault, and leaves nothing behind either', async () => {
  beforeNaming(broken('EIO'))
  expect(() => keepEmptyEngine(cache(), made)).toThrow('EIO')
  expect(await kept()).toEqual([])
})

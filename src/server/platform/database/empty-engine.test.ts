import fs from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cacheEmptyEngine, copyEmptyEngine } from './empty-engine.ts'

let folder = ''
let source = ''
let renameSpy: { mockRestore(): void } | undefined
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'salonfront-cached-'))
  source = join(folder, 'source')
  await mkdir(join(source, 'base'), { recursive: true })
  await writeFile(join(source, 'base', 'table'), 'rows')
})
afterEach(async () => {
  renameSpy?.mockRestore()
  syncBuiltinESMExports()
  await rm(folder, { recursive: true })
})

const cache = () => join(folder, 'cache')
const listCached = async () => readdir(cache(), { recursive: true })

/** Calls `action` before a folder of the cache is renamed to its final name. */
function beforeRename(action: (name: string) => void) {
  const { renameSync } = fs
  renameSpy = vi.spyOn(fs, 'renameSync').mockImplementation((from, to) => {
    action(String(to))
    renameSync(from, to)
  })
  syncBuiltinESMExports()
}

const throwCode = (code: string) => () => {
  throw Object.assign(new Error(code), { code })
}

test('copies a cached database', async () => {
  expect(copyEmptyEngine(cache(), join(folder, 'copy'))).toBe(false)
  cacheEmptyEngine(cache(), source)
  expect(copyEmptyEngine(cache(), join(folder, 'copy'))).toBe(true)
  expect(await readFile(join(folder, 'copy', 'base', 'table'), 'utf8')).toBe('rows')
})

test('the mode of a copy follows this process’s umask, whatever mode the original has', async () => {
  await chmod(join(source, 'base'), 0o755)
  await chmod(join(source, 'base', 'table'), 0o600)
  cacheEmptyEngine(cache(), source)
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
  beforeRename(() => {
    copied = copyEmptyEngine(cache(), join(folder, 'copy'))
  })
  cacheEmptyEngine(cache(), source)
  expect(copied).toBe(false)
})

test('if two processes cache one at the same time, one succeeds, and the other leaves nothing behind', async () => {
  beforeRename((name) => {
    fs.mkdirSync(name)
    fs.writeFileSync(join(name, 'other-process'), '')
  })
  cacheEmptyEngine(cache(), source)
  expect((await listCached()).map((name) => name.replace(/^empty-engine-[^/]+/, ''))).toEqual(['', '/other-process'])
})

test.each(['EACCES', 'EROFS', 'ENOENT', 'ENOSPC'])('caches nothing if that is impossible (%s)', async (code) => {
  beforeRename(throwCode(code))
  cacheEmptyEngine(cache(), source)
  expect(await listCached()).toEqual([])
})

test('reports any other error, and leaves nothing behind either', async () => {
  beforeRename(throwCode('EIO'))
  expect(() => cacheEmptyEngine(cache(), source)).toThrow('EIO')
  expect(await listCached()).toEqual([])
})

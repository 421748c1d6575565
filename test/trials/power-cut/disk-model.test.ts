import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Change } from './change-log.ts'
import { Disk } from './disk-model.ts'

const PAGE = 4096

describe('after a power cut', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'salonfront-disk-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  let cuts = 0
  /** The file after each of many cuts at the same moment; undefined where its name does not exist. */
  function statesAfterCuts(changes: [Change, string?][], path: string): (string | undefined)[] {
    const disk = new Disk()
    for (const [change, text = ''] of changes) disk.apply({ change, data: Buffer.from(text), end: 0 })
    return Array.from({ length: 200 }, () => {
      const target = join(folder, String(++cuts))
      disk.writeAfterCut(target, Math.random)
      return existsSync(join(target, path)) ? readFileSync(join(target, path), 'latin1') : undefined
    })
  }
  const open = (id: string, path: string): Change => ({ op: 'open', id, path, isCreated: true, isTruncated: false })
  const write = (id: string, position = 0): Change => ({ op: 'write', id, position })
  const sync = (id: string): Change => ({ op: 'sync', id })
  const syncedFile: [Change, string?][] = [
    [open('f', 'a')],
    [write('f'), 'old'],
    [sync('f')],
    [open('d', '')],
    [sync('d')],
  ]

  test('a synced file in a synced folder always exists', () => {
    expect(new Set(statesAfterCuts(syncedFile, 'a'))).toEqual(new Set(['old']))
  })

  test('a new file in an unsynced folder may be missing, even if complete', () => {
    expect(new Set(statesAfterCuts(syncedFile.slice(0, 3), 'a'))).toEqual(new Set(['old', undefined]))
  })

  test('a file replaced without a sync may be empty', () => {
    const replaced: [Change, string?][] = [
      [open('n', 'b')],
      [write('n'), 'new'],
      [{ op: 'rename', path: 'b', to: 'a' }],
    ]
    expect(new Set(statesAfterCuts([...syncedFile, ...replaced], 'a'))).toEqual(new Set(['old', 'new', '', '\0\0\0']))
  })

  test('pages of one write reach the disk independently', () => {
    const text = 'x'.repeat(PAGE) + 'y'.repeat(PAGE)
    const changes: [Change, string?][] = [
      [open('f', 'a')],
      [write('f'), '-'.repeat(2 * PAGE)],
      [sync('f')],
      [open('d', '')],
      [sync('d')],
      [write('f'), text],
    ]
    const states = new Set(statesAfterCuts(changes, 'a').map((bytes) => `${bytes?.[0]}${bytes?.[PAGE]}`))
    expect(states).toEqual(new Set(['--', 'x-', '-y', 'xy']))
  })

  test('truncated content does not reappear', () => {
    const changes: [Change, string?][] = [
      ...syncedFile,
      [{ op: 'resize', id: 'f', size: 0 }],
      [sync('f')],
      [write('f'), 'new'],
    ]
    for (const bytes of statesAfterCuts(changes, 'a')) expect(['', 'new', '\0\0\0']).toContain(bytes)
  })
})

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FileStore } from '#server/platform/files/file-store.ts'
import { fitsInMemory } from './fits-in-memory.ts'
import { storePicture } from './store-picture.ts'

/** A PNG header only, because nothing should read further. */
function png(width: number, height: number, { bits = 8, interlaced = false } = {}): Buffer {
  const size = Buffer.alloc(13)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  size.set([bits, 2, 0, 0, interlaced ? 1 : 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', size),
    chunk('IDAT', deflateSync(Buffer.alloc(100))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, content: Buffer): Buffer {
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  const summed = Buffer.concat([Buffer.from(type), content])
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(summed))
  return Buffer.concat([length, summed, sum])
}

describe('a picture that fits into memory', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pictures-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  it.each([
    [8_000, 6_000, {}, true],
    [16_384, 3_000, {}, true],
    [3_000, 16_384, {}, true],
    [16_385, 2, {}, false],
    [2, 16_385, {}, false],
    [25_000_000, 2, {}, false],
    [14_000, 14_000, {}, false],
    [4_000, 4_000, { interlaced: true }, true],
    [4_001, 4_000, { interlaced: true }, false],
    [8_192, 3_000, { bits: 16 }, true],
    [8_193, 2, { bits: 16 }, false],
    [8_000, 6_000, { bits: 16 }, false],
  ])('%i × %i %j: %s', async (width, height, more, fits) => {
    const path = join(folder, 'a.png')
    await writeFile(path, png(width, height, more))
    expect(await fitsInMemory(path)).toBe(fits)
  })

  it('is checked for before any picture is decoded', async () => {
    const files = { add: () => expect.unreachable() } as unknown as FileStore
    expect(await storePicture(files, png(25_000_000, 2))).toEqual({ ok: false, refusal: { code: 'corrupt_picture' } })
  })
})

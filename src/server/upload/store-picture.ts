import { randomBytes } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'

export const MOST_PICTURE_BYTES = 8 * 1_048_576
/** A small file can hold a picture that takes gigabytes to unpack. */
const MOST_PIXELS = 50_000_000
const WIDTHS = [320, 640, 960, 1280]

export type StoredPicture = { ok: true; file: string } | { ok: false; sentence: string }

/**
 * Stores a picture in every size and format that pages ask for, under a random name; returns that name.
 * The type is told from the bytes. What is kept is drawn anew: no metadata, and nothing a file could carry besides.
 */
export async function storePicture(dataDir: string, bytes: Buffer): Promise<StoredPicture> {
  if (bytes.length > MOST_PICTURE_BYTES) return { ok: false, sentence: 'The picture is larger than 8 MB.' }
  if (!isPicture(bytes)) return { ok: false, sentence: 'This is no JPEG, PNG, WebP, AVIF or GIF picture.' }
  const file = randomBytes(16).toString('hex')
  await mkdir(join(dataDir, 'uploads'), { recursive: true })
  try {
    const upright = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' }).autoOrient()
    await Promise.all(
      WIDTHS.flatMap((width) => {
        const sized = upright.clone().resize({ width, withoutEnlargement: true })
        return [
          sized
            .clone()
            .avif({ quality: 55 })
            .toFile(picturePath(dataDir, file, width, 'avif')),
          sized
            .clone()
            .webp({ quality: 80 })
            .toFile(picturePath(dataDir, file, width, 'webp')),
        ]
      }),
    )
    return { ok: true, file }
  } catch (fault) {
    await discardPicture(dataDir, file)
    // The bytes are the caller's; a full disk is not.
    if ((fault as NodeJS.ErrnoException).code !== undefined) throw fault
    return { ok: false, sentence: 'The picture is damaged, or has more than 50 million pixels.' }
  }
}

/** Takes a picture back that nothing refers to. */
export async function discardPicture(dataDir: string, file: string): Promise<void> {
  const sizes = WIDTHS.flatMap((width) => [
    picturePath(dataDir, file, width, 'avif'),
    picturePath(dataDir, file, width, 'webp'),
  ])
  await Promise.all(sizes.map((path) => rm(path, { force: true })))
}

function picturePath(dataDir: string, file: string, width: number, format: string): string {
  return join(dataDir, 'uploads', `${file}-${width}.${format}`)
}

/** By the first bytes, so that no other decoder is ever started. */
function isPicture(bytes: Buffer): boolean {
  const head = bytes.subarray(0, 16).toString('latin1')
  return (
    head.startsWith('\xff\xd8\xff') ||
    head.startsWith('\x89PNG\r\n\x1a\n') ||
    /^GIF8[79]a/.test(head) ||
    /^RIFF.{4}WEBP/s.test(head) ||
    /^.{4}ftyp(?:avif|avis|mif1)/s.test(head)
  )
}

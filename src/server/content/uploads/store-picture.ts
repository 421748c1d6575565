import { randomBytes } from 'node:crypto'
import { open } from 'node:fs/promises'
import { PICTURE_LIMIT } from '#contract/base/limits.ts'
import { type Refusal, type Result, refuse } from '#domain/result.ts'
import { FairQueue, JobDroppedError, type JobOptions, QueueFullError } from '#server/platform/fair-queue.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import { hasDecodableSides, readPictureHead } from './fits-in-memory.ts'
import { loadPictureLibrary } from './picture-library.ts'

export const MAX_PICTURE_BYTES = PICTURE_LIMIT
/** A small file can contain a picture that takes gigabytes to decode. */
const MAX_PIXELS = 50_000_000

type Size = { width: number; format: 'avif' | 'webp' }
/** Sizes used by product pages. */
const PRODUCT_SIZES: readonly Size[] = [320, 640, 960, 1280].flatMap((width) => [
  { width, format: 'avif' as const },
  { width, format: 'webp' as const },
])
/** Sizes of pictures in the library: those of products, and one for slides on large screens. */
export const LIBRARY_SIZES: readonly Size[] = [
  ...PRODUCT_SIZES,
  { width: 1920, format: 'avif' },
  { width: 1920, format: 'webp' },
]
/** Rich text references one file, so it has a format that every browser can show. */
export const RICH_TEXT_SIZE: Size = { width: 1280, format: 'webp' }
/** Reads only the first frame of an animation. */
const READ_OPTIONS = { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 } as const
const QUALITY = { avif: 55, webp: 80 }

export type PictureRefusal = Refusal<'too_large' | 'not_a_picture' | 'heic_not_supported' | 'corrupt_picture'>

/** iPhones write HEIC by default. */
export const HEIC_MESSAGE =
  'HEIC pictures aren’t supported. Please upload a JPEG. On an iPhone, choose Settings › Camera › Formats › Most Compatible.'

/** Messages for uploaders, and for the error list of an import. */
export const pictureMessages: Record<PictureRefusal['code'], string> = {
  too_large: 'The picture is larger than 8 MB.',
  not_a_picture: 'This isn’t a JPEG, PNG, WebP, AVIF or GIF picture.',
  heic_not_supported: HEIC_MESSAGE,
  corrupt_picture: 'The picture is damaged or too large.',
}

/** Pictures are decoded one at a time, because each may take a hundred megabytes. */
const pictures = new FairQueue()

/**
 * Stores a picture, given as bytes or as a file, under a random name in every size and format that pages use; returns
 * that name. The type is detected from the bytes. Re-encoding removes metadata and anything else that a file could
 * contain, and keeps only the first frame of an animation.
 */
export async function storePicture(
  files: FileStore,
  source: Buffer | string,
  sizes: readonly Size[] = PRODUCT_SIZES,
  options?: JobOptions,
): Promise<Result<{ file: string; bytes: number }, PictureRefusal>> {
  if (typeof source !== 'string' && source.length > MAX_PICTURE_BYTES) return refuse({ code: 'too_large' })
  const first = await readFirstBytes(source)
  if (isHeic(first)) return refuse({ code: 'heic_not_supported' })
  if (!isPicture(first)) return refuse({ code: 'not_a_picture' })
  const head = await readPictureHead(source)
  if (!head || !hasDecodableSides(head)) return refuse({ code: 'corrupt_picture' })
  const file = randomBytes(16).toString('hex')
  let resizedPictures: ResizedPicture[]
  try {
    resizedPictures = await pictures.add(() => resizePicture(source, sizes), options)
  } catch (error) {
    if (error instanceof QueueFullError || error instanceof JobDroppedError) throw error
    // Invalid bytes are the caller's error; a file that cannot be read is not.
    if ((error as NodeJS.ErrnoException).code !== undefined) throw error
    return refuse({ code: 'corrupt_picture' })
  }
  try {
    await files.add(resizedPictures.map(({ size, bytes }) => ({ name: toPictureName(file, size), bytes })))
  } catch (error) {
    await discardPicture(files, file)
    throw error
  }
  return { ok: true, file, bytes: resizedPictures.reduce((sum, { bytes }) => sum + bytes.length, 0) }
}

type ResizedPicture = { size: Size; bytes: Buffer }

async function resizePicture(source: Buffer | string, sizes: readonly Size[]): Promise<ResizedPicture[]> {
  const sharp = await loadPictureLibrary()
  const upright = sharp(source, READ_OPTIONS).autoOrient()
  return Promise.all(
    sizes.map(async ({ width, format }) => {
      const resized = upright.clone().resize({ width, withoutEnlargement: true })
      return { size: { width, format }, bytes: await resized.toFormat(format, { quality: QUALITY[format] }).toBuffer() }
    }),
  )
}

/** Deletes a picture that nothing references. */
export async function discardPicture(files: FileStore, file: string): Promise<void> {
  await Promise.all(LIBRARY_SIZES.map((size) => files.remove(toPictureName(file, size))))
}

const toPictureName = (file: string, { width, format }: Size): string => `${file}-${width}.${format}`

const HEAD_BYTES = 64

async function readFirstBytes(source: Buffer | string): Promise<string> {
  if (typeof source !== 'string') return source.subarray(0, HEAD_BYTES).toString('latin1')
  const handle = await open(source)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.toString('latin1', 0, bytesRead)
  } finally {
    await handle.close()
  }
}

/** Detects the format from the first bytes, so that no other decoder is ever started. */
/** Detects HEIC by its brand, or for a generic picture by its compatible brands (ISO 23008-12, 10). */
const isHeic = (first: string): boolean =>
  /^.{4}ftyp(?:hei[cxms]|hev[cxms])/s.test(first) || (/^.{4}ftypm(?:if|sf)1/s.test(first) && /hei[cx]|hevc/.test(first))
export const isHeicFile = async (path: string): Promise<boolean> => isHeic(await readFirstBytes(path))

function isPicture(first: string): boolean {
  return (
    first.startsWith('\xff\xd8\xff') ||
    first.startsWith('\x89PNG\r\n\x1a\n') ||
    /^GIF8[79]a/.test(first) ||
    /^RIFF.{4}WEBP/s.test(first) ||
    /^.{4}ftyp(?:avif|avis|mif1)/s.test(first)
  )
}

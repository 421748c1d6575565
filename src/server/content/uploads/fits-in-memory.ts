import { loadPictureLibrary } from './picture-library.ts'

/** For formats decoded line by line: a large picture needs no more memory than a small one. */
const MAX_PIXELS = 50_000_000
/** For formats decoded as a whole, with up to four bytes per pixel in memory; the AVIF decoder takes eighteen. */
const MAX_PIXELS_AT_ONCE = 16_000_000
const MAX_AVIF_PIXELS = 4_000_000
/**
 * Hundreds of complete lines are in memory at a time: up to 145 MiB for lines of this length, ten gigabytes for
 * lines of 25 million pixels. This excludes longer phone panoramas.
 */
const MAX_SIDE = 16_384

type PictureHead = { format: string; width: number; height: number; isDeep: boolean; isProgressive: boolean }

/** Reads a picture's header without decoding it; undefined if it is not a picture. */
export async function readPictureHead(source: Buffer | string): Promise<PictureHead | undefined> {
  const sharp = await loadPictureLibrary()
  try {
    const picture = sharp(source, { limitInputPixels: false })
    const { format, width, height, depth, isProgressive = false } = await picture.metadata()
    return { format, width, height, isDeep: depth !== 'uchar', isProgressive }
  } catch {
    // The library gives its reasons only as text, and the sender needs no distinction.
    return undefined
  }
}

/** Returns whether an untrusted picture can be decoded in the memory left by the rest of the shop. */
export async function fitsInMemory(path: string): Promise<boolean> {
  const head = await readPictureHead(path)
  return (
    head !== undefined &&
    hasDecodableSides(head) &&
    head.width * head.height * bytesPerChannel(head) <= getMaxPixels(head)
  )
}

/** Returns whether its lines can be decoded, from any sender. */
export const hasDecodableSides = (head: PictureHead): boolean =>
  Math.max(head.width, head.height) * bytesPerChannel(head) <= MAX_SIDE

/** Bytes per color channel of a pixel. */
const bytesPerChannel = ({ isDeep }: PictureHead): number => (isDeep ? 2 : 1)

function getMaxPixels({ format, isProgressive }: PictureHead): number {
  if (format === 'heif') return MAX_AVIF_PIXELS
  return (format === 'jpeg' || format === 'png') && !isProgressive ? MAX_PIXELS : MAX_PIXELS_AT_ONCE
}

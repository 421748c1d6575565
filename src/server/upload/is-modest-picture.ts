import { pictureLibrary } from './picture-library.ts'

/** For formats decoded line by line: a large picture costs no more memory than a small one. */
const MOST_PIXELS = 50_000_000
/** For formats decoded as a whole, with up to four bytes per pixel in memory; the AVIF decoder takes eighteen. */
const MOST_PIXELS_AT_ONCE = 16_000_000
const MOST_PIXELS_OF_AVIF = 4_000_000

type Head = { format: string; pixels: number; isProgressive: boolean }

/** What a picture says about itself, without decoding it; undefined if it is not a picture. */
export async function readPictureHead(path: string): Promise<Head | undefined> {
  const sharp = await pictureLibrary()
  try {
    const { format, width, height, isProgressive = false } = await sharp(path, { limitInputPixels: false }).metadata()
    return { format, pixels: width * height, isProgressive }
  } catch {
    // The library gives its reasons only as text, and to the sender they are all the same.
    return undefined
  }
}

/** Whether a stranger's picture can be decoded beside everything else that the shop does. */
export async function isModestPicture(path: string): Promise<boolean> {
  const head = await readPictureHead(path)
  return head !== undefined && head.pixels <= mostPixels(head)
}

function mostPixels({ format, isProgressive }: Head): number {
  if (format === 'heif') return MOST_PIXELS_OF_AVIF
  return (format === 'jpeg' || format === 'png') && !isProgressive ? MOST_PIXELS : MOST_PIXELS_AT_ONCE
}

import { pictureLibrary } from './picture-library.ts'

/** Read line by line, a large picture costs no more memory than a small one. */
const MOST_PIXELS = 50_000_000
/** Unpacked as a whole, up to four bytes of each pixel lie in memory; the decoder of AVIF takes eighteen. */
const MOST_PIXELS_AT_ONCE = 16_000_000
const MOST_PIXELS_OF_AVIF = 4_000_000

type Head = { format: string; pixels: number; isProgressive: boolean }

/** What a picture says about itself, without being unpacked; undefined when it is none. */
export async function readPictureHead(path: string): Promise<Head | undefined> {
  const sharp = await pictureLibrary()
  try {
    const { format, width, height, isProgressive = false } = await sharp(path, { limitInputPixels: false }).metadata()
    return { format, pixels: width * height, isProgressive }
  } catch {
    // The library gives its reasons in text alone, and to the sender they are all one.
    return undefined
  }
}

/** Whether a stranger's picture can be unpacked beside everything else that the shop does. */
export async function isModestPicture(path: string): Promise<boolean> {
  const head = await readPictureHead(path)
  return head !== undefined && head.pixels <= mostPixels(head)
}

function mostPixels({ format, isProgressive }: Head): number {
  if (format === 'heif') return MOST_PIXELS_OF_AVIF
  return (format === 'jpeg' || format === 'png') && !isProgressive ? MOST_PIXELS : MOST_PIXELS_AT_ONCE
}

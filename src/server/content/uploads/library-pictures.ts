import type { SlidesBody } from '#contract/content/slides.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { findPresentFiles, findWidths } from './library-picture.queries.ts'
import { toPictureSrc } from './picture-src.ts'

/** URL of a picture, with or without its size and format. */
const PICTURE_URL = /\/uploads\/([0-9a-z-]+?)(?=(?:-\d+\.(?:avif|webp))?["\\&?#])/g

/** Names the present files of pictures that were replaced since the content was written. */
export async function withPresentPictures<Body>(db: Database, body: Body): Promise<Body> {
  const json = JSON.stringify(body)
  const names = [...json.matchAll(PICTURE_URL)].map(([, name = '']) => name)
  if (names.length === 0) return body
  const present = await findPresentFiles(db, [...new Set(names)])
  if (present.size === 0) return body
  return JSON.parse(json.replaceAll(PICTURE_URL, (_url, name: string) => toPictureSrc(present.get(name) ?? name)))
}

/** Finds the widths in which the pictures of slides are stored, by URL. */
export async function findPictureWidths(db: Database, { slides }: SlidesBody): Promise<Map<string, number[]>> {
  const prefix = toPictureSrc('')
  const widths = await findWidths(
    db,
    slides.map(({ picture }) => picture.src.slice(prefix.length)),
  )
  return new Map([...widths].map(([file, found]) => [toPictureSrc(file), found]))
}

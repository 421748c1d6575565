import type { MediaPicture } from '#contract/content/media.ts'
import { toPictureSrc } from '#server/content/uploads/picture-src.ts'
import type { PictureRow, UseRow } from './picture.queries.ts'

export const presentPicture = (picture: PictureRow, uses: readonly UseRow[], limit = Infinity): MediaPicture => {
  const { id, file, widths, name, alt, width, height, bytes, added_at, added_by, of_member, version } = picture
  const ownUses = uses.filter((use) => use.file === file)
  return {
    ...{ id, widths, name, alt, added_by, of_member },
    src: toPictureSrc(file),
    size: width === null || height === null || bytes === null ? null : { width, height, bytes },
    added_at: added_at.toISOString(),
    uses: ownUses.slice(0, limit).map((use) => ({ kind: use.kind, id: use.id, name: use.name })),
    use_count: ownUses.length,
    version: String(version),
  }
}

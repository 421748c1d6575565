import type { AdminResponse } from '#contract/admin-calls.ts'
import { adminPaths } from '#contract/admin-paths.ts'
import type { MediaPicture, PictureUse } from '#contract/content/media.ts'
import { fillPath } from '#contract/paths.ts'
import { formatWhole } from '#domain/money/whole-number.ts'
import { fileSize } from '#web/ui/file-rules.ts'

export type ShownPicture = AdminResponse<'mediaPicture'>
type PictureNames = Pick<MediaPicture, 'id' | 'name' | 'alt'>

/** Name of the picture in the back office. */
export const pictureName = ({ id, name, alt }: PictureNames): string => alt || name || `Picture ${id}`

/** `1,280 × 1,600 pixels, 84 kB` */
export const pictureSize = ({ size }: Pick<MediaPicture, 'size'>): string =>
  size ? `${formatWhole(size.width)} × ${formatWhole(size.height)} pixels, ${fileSize(size.bytes)}` : 'File missing'

export const countPlaces = (count: number): string =>
  count === 0 ? 'Unused' : count === 1 ? '1 place' : `${formatWhole(count)} places`

/** Documents of which there is one. */
const contentNames: Record<string, string> = {
  slides: 'Slides of the home page',
  faqs: 'Questions and answers',
  brand: 'Brand',
  finder: 'Product finder',
}

const placeLabels: Record<PictureUse['kind'], (name: string) => string> = {
  product: (name) => name,
  description: (name) => `Description of ${name}`,
  category: (name) => `Category ${name}`,
  post: (name) => `Post “${name}”`,
  content: (name) => contentNames[name] ?? `Page “${name}”`,
}
export const placeLabel = ({ kind, name }: PictureUse): string => placeLabels[kind](name)

/** The page where the place is edited. */
export function placePath({ kind, id, name }: PictureUse): string {
  switch (kind) {
    case 'product':
    case 'description':
      return fillPath(adminPaths.product, { product_id: id })
    case 'category':
      return adminPaths.categories
    case 'post':
      return `${adminPaths.posts}?post=${id}`
    case 'content':
      return name in contentNames ? `${adminPaths.content}/${name}` : fillPath(adminPaths.contentPage, { document: id })
  }
}

/** Why nobody may delete the picture; undefined if it can be deleted. */
export function findDeleteObstacle({
  of_member,
  use_count,
  former_versions,
}: Pick<ShownPicture, 'of_member' | 'use_count' | 'former_versions'>): string | undefined {
  if (of_member) return 'A member uploaded it for a post. It’s deleted with the post.'
  if (use_count > 0) return 'It’s in use. Remove it from these places first.'
  if (former_versions > 0) {
    return `It can’t be deleted, because ${
      former_versions === 1 ? 'a former version shows it' : `${formatWhole(former_versions)} former versions show it`
    }, which can be restored.`
  }
  return undefined
}

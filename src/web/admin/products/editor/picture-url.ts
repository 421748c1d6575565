import type { DraftPicture } from './product-draft.ts'

/** The picture as it is now: the local copy of a new one. */
export const pictureUrl = ({ local, src }: DraftPicture): string | undefined =>
  local ?? (src === null ? undefined : `${src}-640.webp`)

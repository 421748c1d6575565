export const MAX_TAGS = 8
export const MAX_TAG_LENGTH = 40

/** Reads tags as an author types them, separated by commas: lower case, without duplicates and number signs. */
export function readTags(text: string): string[] {
  const tags = text
    .split(/[,，、\n]/)
    .map((tag) => tag.replaceAll('#', ' ').trim().replaceAll(/\s+/g, ' ').toLowerCase())
  return [...new Set(tags.filter((tag) => tag !== ''))]
}

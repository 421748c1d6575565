import type { PostLanguage } from '#contract/base/limits.ts'
import type { SavedPost } from '#contract/posts/calls.ts'
import { readRichText } from '#server/content/read-rich-text.ts'
import type { JobOptions } from '#server/platform/fair-queue.ts'
import type { PostTexts } from './post.queries.ts'

const EXCERPT_LIMIT = 220

/** Returns the stored texts of a post: its sanitized content, and its summary for lists. */
export async function createPostTexts(
  { title, language, content }: Pick<SavedPost, 'title' | 'content'> & { language: PostLanguage },
  options?: JobOptions,
): Promise<PostTexts> {
  const { html, text, image } = await readRichText(content, options)
  return { title, language, content_html: html, excerpt: createExcerpt(text), image }
}

/** Cuts between words if possible. */
function createExcerpt(text: string): string {
  if (text.length <= EXCERPT_LIMIT) return text
  const cut = text.slice(0, EXCERPT_LIMIT).replace(/[\ud800-\udbff]$/, '')
  return `${/\s/.test(cut) ? cut.replace(/(?<!\s)\s+\S*$/, '') : cut}…`
}

import type { Period } from '#domain/calendar/period.ts'
import { type Result, refuse } from '#domain/result.ts'
import { exceedsMarkupLimits } from '#server/content/markup-limits.ts'
import { readRichText } from '#server/content/read-rich-text.ts'
import { toPlainText } from '#server/content/rich-text.ts'
import type { CleanRefusal } from './document-kind.ts'

/** Sanitizes rich text at `field` of a body. */
export async function cleanRichText(html: string, field: string): Promise<Result<{ html: string }, CleanRefusal>> {
  if (exceedsMarkupLimits(html)) return refuse({ code: 'too_much_markup', field })
  return { ok: true, html: (await readRichText(html)).html }
}

const LINK = /<a href="([^"<]*)"[^<>]*>/g
const PICTURE = /<img src="([^"<]*)"[^<>]*>/g
const BLOCK_END = /(?<=<\/(?:p|h[2-4]|li|blockquote)>)/

/** Returns one line for each block of sanitized rich text, with the targets of its links. */
export const toLines = (html: string): string[] =>
  html
    .replaceAll(LINK, '[$1] ')
    .replaceAll(PICTURE, '[$1]')
    .split(BLOCK_END)
    .map(toPlainText)
    .filter((line) => line !== '')

/** Returns when an item is shown, for comparisons; nothing for one that is always shown. */
export const describePeriod = ({ from, until }: Period): string[] => [
  ...(from === null ? [] : [`From ${from}`]),
  ...(until === null ? [] : [`Until ${until}`]),
]

export const findRichTextLinks = (html: string): string[] => [...html.matchAll(LINK)].map(([, link = '']) => link)
export const findRichTextPictures = (html: string): string[] =>
  [...html.matchAll(PICTURE)].map(([, picture = '']) => picture)

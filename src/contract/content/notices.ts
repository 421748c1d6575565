import * as z from 'zod/mini'
import { optionalText, requiredText } from '#contract/base/fields.ts'
import { linkTarget } from './fields.ts'
import { endsAfterBeginning, period } from './period.ts'
import { hasUniqueIds, itemId } from './slides.ts'

export const MAX_NOTICES = 12

/** Pages that show a notice. `products`: listings and products; `checkout`: the cart and the checkout. */
export const noticePages = ['home', 'products', 'checkout', 'all'] as const
export type NoticePage = (typeof noticePages)[number]
/** When a closed notice appears again: with the next visit, the next day, or never. */
export const noticeRepeats = ['visit', 'day', 'once'] as const
export type NoticeRepeat = (typeof noticeRepeats)[number]

const emptyOr = (link: typeof linkTarget) => z.union([z.literal(''), link])

const Notice = z
  .object({
    id: itemId,
    title: requiredText('Enter a title.', 120),
    text: optionalText(400),
    /** The link is shown if both are filled. */
    action_label: optionalText(40),
    action_path: emptyOr(linkTarget),
    page: z.enum(noticePages),
    repeat: z.enum(noticeRepeats),
    ...period,
  })
  .check(endsAfterBeginning)

/** Notices that visitors close one by one, in their order. */
export const NoticesBody = z.object({
  notices: z.array(Notice).check(z.maxLength(MAX_NOTICES, `There can be up to ${MAX_NOTICES} notices.`), hasUniqueIds),
})
export type NoticesBody = z.infer<typeof NoticesBody>

/** The line above the header of every page; empty shows none. */
export const AnnouncementBody = z
  .object({ text: optionalText(160), link: emptyOr(linkTarget), ...period })
  .check(endsAfterBeginning)
export type AnnouncementBody = z.infer<typeof AnnouncementBody>

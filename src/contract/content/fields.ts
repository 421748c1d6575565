import * as z from 'zod/mini'
import { noNul, requiredText } from '#contract/base/fields.ts'
import { RICH_TEXT_BYTES } from '#contract/base/limits.ts'
import { shopMessages } from '#contract/base/messages.ts'
import { isLinkTarget, MAX_LINK } from '#domain/text/link-target.ts'

/** Target of a link: a page of the shop or a URL. */
export const linkTarget = requiredText('Enter a link.', MAX_LINK).check(
  z.refine(
    (link) => link === '' || isLinkTarget(link),
    'Enter a page of this shop, such as /packages, or a URL that begins with https://.',
  ),
)

/** Rich text from the editor; the server sanitizes it. */
export const richText = z
  .string({ error: shopMessages.malformed })
  .check(z.maxLength(RICH_TEXT_BYTES, 'This text is too long.'), noNul)

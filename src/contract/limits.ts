/**
 * Limits and choices that pages need without the schemas (which would bring the validator into every page's script).
 */
export const MAX_QUANTITY = 99
/** Longest name, title or address field (docs/product §10.3). */
export const TEXT_LIMIT = 255
/** Lines a cart holds (docs/product §10.3). */
export const MAX_CART_LINES = 100
export const LISTING_PAGE_SIZE = 20
export const SORTS = ['featured', 'newest', 'price', 'price-desc', 'name'] as const
export type Sort = (typeof SORTS)[number]
export const COMMENTS_LIMIT = 2000
export const CARD_TYPES = ['Visa', 'MasterCard', 'American Express', 'Discover'] as const
/** Characters of a post's rich text and of a comment (docs/product §10.3). */
export const RICH_TEXT_LIMIT = 200_000
export const COMMENT_LIMIT = 5000
/** Comments of a page, and replies shown under each before more are asked for: at most 600 kB of text. */
export const COMMENTS_PAGE_SIZE = 20
export const REPLIES_PAGE_SIZE = 5
/** English, Korean, Chinese: the specification's own codes (docs/specification §9). */
export const POST_LANGUAGES = ['en', 'kr', 'cn'] as const
export type PostLanguage = (typeof POST_LANGUAGES)[number]
export const POSTS_PAGE_SIZE = 20
/** Bytes of an uploaded picture and of a post's attachment (docs/product §5.3). */
export const PICTURE_LIMIT = 8 * 1_048_576
export const ATTACHMENT_LIMIT = 20 * 1_048_576

/** Stands in cached HTML where the anti-forgery token of the visitor goes. */
export const CSRF_HOLE = '\u{e000}csrf\u{e000}'
/** Stands at the end of the cached head, where the personal block goes. */
export const PERSONAL_HOLE = '<!--personal-->'

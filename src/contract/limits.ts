/** Limits and choices that pages need without the schemas (which would bring the validator into every page's script). */
export const MAX_QUANTITY = 99
/** Lines a cart holds (product.md §10). */
export const MAX_CART_LINES = 100
export const LISTING_PAGE_SIZE = 20
export const SORTS = ['featured', 'newest', 'price', 'price-desc', 'name'] as const
export type Sort = (typeof SORTS)[number]
export const COMMENTS_LIMIT = 2000
export const CARD_TYPES = ['Visa', 'MasterCard', 'American Express', 'Discover'] as const

/** Stands in cached HTML where the anti-forgery token of the visitor goes. */
export const CSRF_HOLE = '\u{e000}csrf\u{e000}'
/** Stands at the end of the cached head, where the personal block goes. */
export const PERSONAL_HOLE = '<!--personal-->'

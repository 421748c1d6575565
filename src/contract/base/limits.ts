/**
 * Limits and choices that pages need without loading the schemas, which would add the validator to every page's script.
 */
export const MAX_QUANTITY = 99
/** The longest name, title or address field, in characters (docs/product §10.3). */
export const TEXT_LIMIT = 255
/** The maximum number of lines in a cart (docs/product §10.3). */
export const MAX_CART_LINES = 100
export const LISTING_PAGE_SIZE = 20
export const SORTS = ['featured', 'newest', 'price', 'price-desc', 'name'] as const
export type Sort = (typeof SORTS)[number]
export const COMMENTS_LIMIT = 2000
/** The longest note of an 'I’ve sent payment' claim, in characters. */
export const CLAIM_NOTE_LIMIT = 500
export const CARD_TYPES = ['Visa', 'MasterCard', 'American Express', 'Discover'] as const
/** Maximum bytes of a post's rich text as stored: sanitized, with an ampersand as `&amp;` (docs/product §10.3). */
export const RICH_TEXT_BYTES = 200 * 1024
/** Maximum characters of a comment (docs/product §10.3). */
export const COMMENT_LIMIT = 5000
/** Maximum characters of a message from the contact form, and of an answer. */
export const MESSAGE_LIMIT = 5000
/** Comments per page, and replies shown under each until more are requested: at most 600 kB of text. */
export const COMMENTS_PAGE_SIZE = 20
export const REPLIES_PAGE_SIZE = 5
/** English, Korean, Chinese: the specification's codes (docs/specification §9). */
export const POST_LANGUAGES = ['en', 'kr', 'cn'] as const
export type PostLanguage = (typeof POST_LANGUAGES)[number]
/** Rows per page of the account's orders, points and posts (docs/specification §9). */
export const ACCOUNT_PAGE_SIZE = 20
export const POSTS_PAGE_SIZE = 20
/** The maximum number of shipments or orders whose documents are printed at once. */
export const MAX_DOCUMENTS = 200
/** The most products that staff change in one request; more are changed by a job. */
export const MAX_CHANGED_PRODUCTS = 500
/** Categories of one level that one request puts in order. */
export const MAX_CATEGORIES = 1000
/** Parameters of the product finder: the chosen answer to each of its questions, at most six. */
export const FINDER_PARAMS = ['q1', 'q2', 'q3', 'q4', 'q5', 'q6'] as const
/** Pages that owners write. */
export const MAX_CONTENT_PAGES = 500
/** URLs of a former shop that can redirect. */
export const MAX_REDIRECTS = 20_000
/** The highest price in dollars: the database stores cents as integers. */
export const MAX_PRICE = 21_474_836.47
/** Maximum bytes of an uploaded picture, of a post's attachment and of a product's document (docs/product §5.3). */
export const PICTURE_LIMIT = 8 * 1_048_576
export const DOCUMENT_LIMIT = 8 * 1_048_576
/** Maximum bytes of a product file that is imported in the browser. */
export const PRODUCT_FILE_LIMIT = 64 * 1_048_576
export const ATTACHMENT_LIMIT = 20 * 1_048_576

/**
 * Contains the anti-forgery token of every request (docs/specification §7), and, in the response to a sign-in or a new
 * password, the token to use from then on.
 */
export const CSRF_HEADER = 'x-csrf-token'
/** Placeholder in cached HTML for the visitor's anti-forgery token. */
export const CSRF_PLACEHOLDER = '\u{e000}csrf\u{e000}'
/**
 * Placeholder between the cached head and body for the personal block: the end of the head, the beginning of the body.
 */
export const PERSONAL_PLACEHOLDER = '<!--personal-->'

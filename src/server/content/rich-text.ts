import { htmlUnescape } from 'escape-goat'
import sanitizeHtml from 'sanitize-html'

const ALIGNMENT = [/^(left|center|right|justify)$/]
/** 8 to 36 px, the sizes that the editor offers (docs/specification §9). */
const FONT_SIZES = [/^([89]|[12]\d|3[0-6])px$/]
const BLOCKS = ['p', 'h2', 'h3', 'h4', 'ul', 'ol', 'li', 'blockquote']
const INLINE = ['br', 'strong', 'em', 'u', 's', 'span', 'a', 'img']

/**
 * Sanitizes rich text to the markup that the shop's editor can create (docs/product §5.1). All external HTML passes
 * through here before it is stored, so pages may print stored HTML unescaped.
 */
export function sanitizeRichText(html: string): string {
  if (!/[<>&"]/.test(html)) return html
  const cleaned = clean(html)
  // Removing markup can leave nesting that a parser reads differently the next time.
  return cleaned === html ? cleaned : clean(cleaned)
}

function clean(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: [...BLOCKS, ...INLINE],
    // Only for tags with listed styles: for any other tag the library would allow all styles.
    allowedAttributes: {
      a: ['href', 'rel'],
      img: ['src', 'alt'],
      ...Object.fromEntries([...BLOCKS, 'span'].map((tag) => [tag, ['style']])),
    },
    allowedStyles: {
      ...Object.fromEntries(BLOCKS.map((tag) => [tag, { 'text-align': ALIGNMENT }])),
      span: { 'font-size': FONT_SIZES },
    },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowProtocolRelative: false,
    // A URL without a scheme may be ours or imitate one of ours.
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !/^\/uploads\/[\w.-]+$/.test(attribs.src ?? ''),
    transformTags: {
      h1: 'h2',
      h5: 'h4',
      h6: 'h4',
      b: 'strong',
      i: 'em',
      del: 's',
      strike: 's',
      div: 'p',
      a: sanitizeHtml.simpleTransform('a', { rel: 'nofollow noopener' }),
    },
    // Exceeds any text written by a person. Deep nesting is an attack on parsers.
    nestingLimit: 30,
  })
}

const BLOCK_END = /<(?:\/(?:p|h[1-6]|li|div|blockquote|tr)|br\s*\/?)>/gi

const BLOCK_SEPARATOR = '\u0001'
const SENTENCE_END = /[.!?…:;,。！？：；，、]["'’”)]?$/

/** Returns the text without markup. Separates headings and list items, which end without a period: `Before · Rinse.` */
export function toPlainText(html: string): string {
  const marked = html.replace(BLOCK_END, `$&${BLOCK_SEPARATOR}`)
  const text = htmlUnescape(sanitizeHtml(marked, { allowedTags: [], allowedAttributes: {} }))
  const blocks = text.split(BLOCK_SEPARATOR).flatMap((block) => block.replace(/\s+/g, ' ').trim() || [])
  return blocks.map((block, i) => (i === 0 ? block : separatorAfter(blocks[i - 1] as string) + block)).join('')
}

const separatorAfter = (block: string): string => (SENTENCE_END.test(block.slice(-2)) ? ' ' : ' · ')

/** Returns the URL of the first picture in sanitized rich text. */
export const findFirstPicture = (clean: string): string | null => /<img src="([^"]+)"/.exec(clean)?.[1] ?? null

const STYLED_TAG = new RegExp(`<(${[...BLOCKS, 'span'].join('|')}) style="([^"]*)">`, 'g')

/**
 * Converts styles in sanitized rich text to classes, because the shop's pages allow no style attributes:
 * `text-align:center` becomes `align-center`, `font-size:18px` becomes `px18`.
 */
export const convertStylesToClasses = (clean: string): string =>
  clean.replace(STYLED_TAG, (_, tag: string, style: string) => {
    const classes = style
      .split(';')
      .map((rule) => rule.replace('text-align:', 'align-').replace(/font-size:(\d+)px/, 'px$1'))
    return `<${tag} class="${classes.join(' ')}">`
  })

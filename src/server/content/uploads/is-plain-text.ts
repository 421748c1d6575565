import { createReadStream } from 'node:fs'

/** Matches content that a browser might sniff as HTML, SVG or a script. */
const MARKUP = new RegExp(
  `<(?:!(?:doctype|--|\\[)|\\?(?:xml|php|=)|/?(?:${[
    ...['html', 'head', 'body', 'title', 'base', 'meta', 'link', 'style', 'script', 'noscript', 'template', 'slot'],
    ...['svg', 'math', 'iframe', 'frame', 'frameset', 'object', 'embed', 'applet', 'portal', 'form', 'input', 'button'],
    ...[
      'img',
      'image',
      'picture',
      'video',
      'audio',
      'source',
      'canvas',
      'div',
      'span',
      'table',
      'h[1-6]',
      'font',
      'br',
    ],
    ...['marquee', 'details', 'dialog', 'textarea', 'select', 'xsl:\\w+', 'animate', 'foreignobject', 'plaintext'],
  ].join('|')})(?=[\\s/>]))|<[a-z][^<>]*\\son\\w+\\s*=`,
  'i',
)
/** Text may contain `a <b c` but must not start with it. */
const STARTS_WITH_MARKUP = /^\s*<[a-z!?/]/i
// biome-ignore lint/suspicious/noControlCharactersInRegex: text must not contain these characters
const CONTROL = /[\0-\x08\x0e-\x1f\x7f]/
/** Longer than any tag's name, so that none is missed where two chunks meet. */
const OVERLAP = 1000

/** Returns whether a file is text in any encoding without anything that looks like HTML, SVG or XML. */
export async function isPlainText(path: string): Promise<boolean> {
  let decoder: TextDecoder | undefined
  let tail = ''
  for await (const chunk of createReadStream(path)) {
    const bytes = chunk as Buffer
    decoder ??= createDecoder(bytes)
    const text = tail + decoder.decode(bytes, { stream: true })
    if (tail === '' && STARTS_WITH_MARKUP.test(text)) return false
    if (CONTROL.test(text) || MARKUP.test(text)) return false
    tail = text.slice(-OVERLAP)
  }
  return decoder !== undefined
}

/**
 * Chooses the encoding from the byte order mark; without one, reads byte by byte, which finds markup in every
 * ASCII-compatible encoding.
 */
function createDecoder([first, second]: Buffer): TextDecoder {
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le')
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be')
  return new TextDecoder('latin1')
}

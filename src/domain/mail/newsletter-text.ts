/**
 * A newsletter as written by staff: plain text. An empty line begins a paragraph, `# ` a heading, `- ` a list item;
 * `[label](https://…)` is a link inside a sentence, and a button if it is alone on a line.
 */
export type NewsletterText = { subject: string; body: string }

export type TextPiece = { kind: 'text'; text: string } | { kind: 'link'; label: string; url: string }

export type NewsletterPart =
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; lines: readonly (readonly TextPiece[])[] }
  | { kind: 'list'; items: readonly (readonly TextPiece[])[] }
  | { kind: 'button'; label: string; url: string }

export type NewsletterError =
  | { field: 'subject' | 'body'; code: 'empty' }
  /** A link whose URL is neither absolute nor a path of the shop. */
  | { field: 'body'; code: 'bad_url'; url: string }

/** Returns all errors that prevent sending, in order of appearance. */
export function checkNewsletter({ subject, body }: NewsletterText): NewsletterError[] {
  const errors: NewsletterError[] = []
  if (subject.trim() === '') errors.push({ field: 'subject', code: 'empty' })
  if (body.trim() === '') errors.push({ field: 'body', code: 'empty' })
  for (const line of body.split('\n')) {
    for (const piece of parsePieces(line)) {
      if (piece.kind === 'link' && !isValidUrl(piece.url))
        errors.push({ field: 'body', code: 'bad_url', url: piece.url })
    }
  }
  return errors
}

/** Parses the parts of a body. Paths of the shop become absolute URLs. */
export function readNewsletter(body: string, publicUrl: string): NewsletterPart[] {
  const parts: NewsletterPart[] = []
  let lines: TextPiece[][] = []
  let items: TextPiece[][] = []
  const endBlock = () => {
    if (lines.length > 0) parts.push({ kind: 'paragraph', lines })
    if (items.length > 0) parts.push({ kind: 'list', items })
    lines = []
    items = []
  }
  for (const rawLine of body.split('\n')) {
    const line = rawLine.trim()
    const pieces = parsePieces(line).map((piece) => resolveUrl(piece, publicUrl))
    const [first, ...others] = pieces
    if (line === '') endBlock()
    else if (line.startsWith('# ')) {
      endBlock()
      parts.push({ kind: 'heading', text: line.slice(2).trim() })
    } else if (line.startsWith('- ')) {
      if (lines.length > 0) endBlock()
      items.push(parsePieces(line.slice(2).trim()).map((piece) => resolveUrl(piece, publicUrl)))
    } else if (first?.kind === 'link' && others.length === 0) {
      endBlock()
      parts.push({ kind: 'button', label: first.label, url: first.url })
    } else {
      if (items.length > 0) endBlock()
      lines.push(pieces)
    }
  }
  endBlock()
  return parts
}

const resolveUrl = (piece: TextPiece, publicUrl: string): TextPiece =>
  piece.kind === 'link' && piece.url.startsWith('/') ? { ...piece, url: publicUrl + piece.url } : piece

const isValidUrl = (url: string): boolean =>
  (url.startsWith('/') && !url.startsWith('//')) || (/^https?:\/\/[^/]/i.test(url) && URL.canParse(url))

/** Labels and URLs contain no brackets, so that no text is parsed twice. */
const LINK = /\[([^[\]]*)\]\(([^()[\]\s]*)\)/g

function parsePieces(line: string): TextPiece[] {
  const pieces: TextPiece[] = []
  let from = 0
  for (const { 0: whole, 1: label = '', 2: url = '', index } of line.matchAll(LINK)) {
    if (label.trim() === '') continue
    if (index > from) pieces.push({ kind: 'text', text: line.slice(from, index) })
    pieces.push({ kind: 'link', label: label.trim(), url })
    from = index + whole.length
  }
  if (from < line.length) pieces.push({ kind: 'text', text: line.slice(from) })
  return pieces
}

/**
 * The text of an email as edited by staff: plain text with placeholders in braces. `{first_name}` is inline; a separate
 * part, `{receipt}`, and a link, `{order_link: View your order}`, must be alone on a line.
 */
export type MailText = { subject: string; body: string }

/** Inline text, a part of the email, or a link, whose label may be changed but not its target. */
export type PlaceholderKind = 'words' | 'part' | 'link'
export type Placeholders = Readonly<Record<string, { kind: PlaceholderKind; required: boolean }>>

export type MailTextError = { field: keyof MailText } & (
  | { code: 'empty' }
  /** A brace that belongs to no placeholder, with the text that follows it. */
  | { code: 'stray_brace'; near: string }
  | { code: 'unknown' | 'only_in_body' | 'own_line' | 'no_label' | 'missing'; name: string }
)

export type TemplatePart =
  | { kind: 'paragraph'; text: string }
  | { kind: 'placeholder'; name: string; label: string | undefined }

type Piece =
  | { kind: 'text'; text: string }
  | { kind: 'placeholder'; name: string; label: string | undefined }
  | { kind: 'stray'; near: string }

const NEAR_LENGTH = 20

/** Returns all errors of a mail text, field by field, in order of appearance. */
export function checkMailText({ subject, body }: MailText, placeholders: Placeholders): MailTextError[] {
  const errors: MailTextError[] = []
  if (subject.trim() === '') errors.push({ field: 'subject', code: 'empty' })
  if (body.trim() === '') errors.push({ field: 'body', code: 'empty' })
  errors.push(...checkLine('subject', subject, placeholders))
  const used = new Set<string>()
  for (const line of body.split('\n')) {
    errors.push(...checkLine('body', line, placeholders))
    for (const piece of parsePieces(line)) if (piece.kind === 'placeholder') used.add(piece.name)
  }
  for (const [name, { required }] of Object.entries(placeholders)) {
    if (required && !used.has(name)) errors.push({ field: 'body', code: 'missing', name })
  }
  return errors
}

function checkLine(field: keyof MailText, line: string, placeholders: Placeholders): MailTextError[] {
  return parsePieces(line).flatMap((piece): MailTextError[] => {
    if (piece.kind === 'text') return []
    if (piece.kind === 'stray') return [{ field, code: 'stray_brace', near: piece.near }]
    const { name, label } = piece
    const kind = findKind(name, placeholders)
    if (kind === undefined) return [{ field, code: 'unknown', name }]
    if (label !== undefined && kind !== 'link') return [{ field, code: 'no_label', name }]
    if (kind === 'words') return []
    if (field === 'subject') return [{ field, code: 'only_in_body', name }]
    return parseSinglePlaceholder(line) ? [] : [{ field, code: 'own_line', name }]
  })
}

const findKind = (name: string, placeholders: Placeholders): PlaceholderKind | undefined =>
  Object.hasOwn(placeholders, name) ? placeholders[name]?.kind : undefined

/** Parses a body into its paragraphs and parts, in order; the body must be valid. */
export function readTemplate(body: string, placeholders: Placeholders): TemplatePart[] {
  const parts: TemplatePart[] = []
  let lines: string[] = []
  const endParagraph = () => {
    if (lines.length > 0) parts.push({ kind: 'paragraph', text: lines.join('\n') })
    lines = []
  }
  for (const line of body.split('\n')) {
    const placeholder = parseSinglePlaceholder(line)
    const isPart = placeholder !== undefined && findKind(placeholder.name, placeholders) !== 'words'
    if (line.trim() === '' || isPart) endParagraph()
    else lines.push(line.trim())
    if (isPart) parts.push(placeholder)
  }
  endParagraph()
  return parts
}

/**
 * Replaces inline placeholders in a single pass: a customer's text is never parsed as a placeholder. Works line by
 * line, and removes the spaces around an empty value.
 */
export const fillPlaceholders = (text: string, resolve: (name: string) => string): string =>
  text
    .split('\n')
    .map((line) =>
      parsePieces(line)
        .map((piece) => (piece.kind === 'text' ? piece.text : piece.kind === 'stray' ? '' : resolve(piece.name)))
        .join('')
        .trim(),
    )
    .join('\n')
    .trim()

function parseSinglePlaceholder(line: string): Extract<Piece, { kind: 'placeholder' }> | undefined {
  const [piece, ...others] = parsePieces(line.trim())
  return piece?.kind === 'placeholder' && others.length === 0 ? piece : undefined
}

function parsePieces(line: string): Piece[] {
  const pieces: Piece[] = []
  let position = 0
  while (position < line.length) {
    const brace = nextBrace(line, position)
    if (brace === -1) break
    if (brace > position) pieces.push({ kind: 'text', text: line.slice(position, brace) })
    const end = line[brace] === '{' ? nextBrace(line, brace + 1) : -1
    if (end === -1 || line[end] === '{') {
      pieces.push({ kind: 'stray', near: line.slice(brace, brace + NEAR_LENGTH) })
      position = brace + 1
      continue
    }
    pieces.push(parsePlaceholder(line.slice(brace + 1, end)))
    position = end + 1
  }
  if (position < line.length) pieces.push({ kind: 'text', text: line.slice(position) })
  return pieces
}

function nextBrace(line: string, from: number): number {
  for (let position = from; position < line.length; position++)
    if (line[position] === '{' || line[position] === '}') return position
  return -1
}

function parsePlaceholder(inner: string): Piece {
  const colon = inner.indexOf(':')
  if (colon === -1) return { kind: 'placeholder', name: inner.trim(), label: undefined }
  return { kind: 'placeholder', name: inner.slice(0, colon).trim(), label: inner.slice(colon + 1).trim() || undefined }
}

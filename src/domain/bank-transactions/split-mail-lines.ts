/** `isStart`: another mail begins here. `sent`: the day in the email's header. */
export type Line = { line: number; text: string; isStart?: true; sent?: string }

const HEADER = /^(?:from|to|cc|bcc|reply-to|date|sent|subject|betreff):\s/i
const SUBJECT = /^subject:\s*(?:(?:fwd?|fw|re|wg):\s*)*/i
const FORWARDED = /^\W*(?:begin )?(?:forwarded|original|weitergeleitete)\s+message\W*$/i
const MAX_HEADER_LENGTH = 400

/**
 * Lines of pasted text without quote markers (`> `) and without the headers of forwarded emails, of which only the
 * subject and the day are kept.
 */
export function splitMailLines(text: string): Line[] {
  const lines = text.split(/\r\n|\n|\r/).map((raw, index) => ({ line: index + 1, text: stripQuoteMarkers(raw) }))
  const result: Line[] = []
  let index = 0
  while (index < lines.length) {
    const { line, text: current } = lines[index] as Line
    if (current.length < MAX_HEADER_LENGTH && FORWARDED.test(current)) {
      result.push({ line, text: '', isStart: true })
      index++
      continue
    }
    let end = index
    while (end < lines.length && isHeader((lines[end] as Line).text)) end++
    const headers = lines.slice(index, end)
    if (isHeaderBlock(headers)) {
      const sent = headers.find(({ text }) => /^(?:date|sent):/i.test(text))?.text
      const subject = headers.find(({ text }) => SUBJECT.test(text))
      result.push({
        line: subject?.line ?? line,
        text: subject?.text.replace(SUBJECT, '') ?? '',
        isStart: true,
        ...(sent !== undefined && { sent }),
      })
      index = end
      continue
    }
    result.push({ line, text: current })
    index++
  }
  return result
}

function stripQuoteMarkers(text: string): string {
  let from = 0
  while (from < text.length && (text[from] === '>' || (text[from] === ' ' && text[from + 1] === '>'))) from++
  if (from > 0 && text[from] === ' ') from++
  return text.slice(from)
}

const isHeader = (text: string): boolean => text.length < MAX_HEADER_LENGTH && HEADER.test(text)

/** `From:` and `Date:` are also labels of a payment: a header has a subject, or an email address. */
const isHeaderBlock = (headers: readonly Line[]): boolean =>
  headers.some(({ text }) => SUBJECT.test(text)) ||
  (headers.length > 1 && headers.some(({ text }) => /^(?:from|to|reply-to):.*@/i.test(text)))

/** Number of bytes that are inspected to detect the encoding of a file without a byte order mark. */
const HEAD_BYTES = 1_000

/**
 * Decodes a text file exported from a spreadsheet or by a bank: UTF-8, UTF-16 in either byte order (with or without a
 * byte order mark), or Windows-1252 if the bytes are not UTF-8. Removes the byte order mark. Invalid UTF-8 bytes
 * decode to U+FFFD.
 */
export function decodeText(bytes: Uint8Array): string {
  const utf16 = detectUtf16(bytes)
  if (utf16) return new TextDecoder(utf16).decode(bytes)
  const text = new TextDecoder('utf-8').decode(bytes)
  const invalid = count(text, /\ufffd/g)
  // A few invalid bytes among many valid characters are corrupt UTF-8; Windows-1252 is hardly ever valid UTF-8.
  if (invalid === 0 || count(text, /[^\0-\x7f\ufffd]/gu) > invalid) return text
  return new TextDecoder('windows-1252').decode(bytes)
}

function detectUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  // Without a mark, Latin letters and digits have a zero in every other byte.
  const head = bytes.subarray(0, HEAD_BYTES)
  const zeros: [even: number, odd: number] = [0, 0]
  for (const [index, byte] of head.entries()) if (byte === 0) zeros[index % 2 === 0 ? 0 : 1]++
  const [even, odd] = zeros
  const isWide = (moreZeros: number, fewerZeros: number) =>
    moreZeros * 2 >= head.length * 0.7 && fewerZeros * 10 <= moreZeros
  if (isWide(odd, even)) return 'utf-16le'
  return isWide(even, odd) ? 'utf-16be' : undefined
}

const count = (text: string, character: RegExp): number => text.match(character)?.length ?? 0

const SEPARATORS = [',', ';', '\t'] as const
export type Separator = (typeof SEPARATORS)[number]
const SAMPLE_LINES = 20
const MAX_LINE_LENGTH = 4_000

/**
 * Detects the cell separator of a table from its first lines: the one that appears equally often in most of them,
 * outside of quotation marks. Excel's first line `sep=;` takes precedence. Defaults to a comma.
 */
export function detectSeparator(text: string): Separator {
  const lines = takeFirstLines(text)
  const named = /^sep=([,;\t])$/i.exec(lines[0] ?? '')?.[1]
  if (named) return named as Separator
  let best: { separator: Separator; lines: number; perLine: number } = { separator: ',', lines: 0, perLine: 0 }
  for (const separator of SEPARATORS) {
    const lineCounts = new Map<number, number>()
    for (const line of lines) {
      const separators = countOutsideQuotes(line, separator)
      if (separators > 0) lineCounts.set(separators, (lineCounts.get(separators) ?? 0) + 1)
    }
    for (const [perLine, lineCount] of lineCounts) {
      if (lineCount > best.lines || (lineCount === best.lines && perLine > best.perLine))
        best = { separator, lines: lineCount, perLine }
    }
  }
  return best.separator
}

function takeFirstLines(text: string): string[] {
  const lines: string[] = []
  for (const line of text.slice(0, SAMPLE_LINES * MAX_LINE_LENGTH).split(/\r\n|\n|\r/)) {
    const trimmed = line.replace(/^\ufeff/, '').slice(0, MAX_LINE_LENGTH)
    if (trimmed.trim() !== '') lines.push(trimmed)
    if (lines.length === SAMPLE_LINES) break
  }
  return lines
}

const isDigit = (character: string | undefined): boolean =>
  character !== undefined && character >= '0' && character <= '9'

function countOutsideQuotes(line: string, separator: string): number {
  let total = 0
  let isQuoted = false
  for (let index = 0; index < line.length; index++) {
    if (line[index] === '"') isQuoted = !isQuoted
    // Between digits, a comma may be part of an amount: 1,150.00 or 137,79.
    else if (
      line[index] === separator &&
      !isQuoted &&
      !(separator === ',' && isDigit(line[index - 1]) && isDigit(line[index + 1]))
    )
      total++
  }
  return total
}

const HEAD = 4_000

/** Files that banks and spreadsheets offer beside CSV and OFX, by how they begin. */
const FORMATS: readonly [RegExp, string][] = [
  [/^PK\x03\x04/, 'an Excel workbook (XLSX)'],
  [/^(?:\xd0\xcf|\ufffd\ufffd)\x11/, 'an Excel workbook (XLS)'],
  [/^\s*%PDF-/, 'a PDF file'],
  [/camt\.05[234]/i, 'a CAMT (ISO 20022) file'],
  [/urn:iso:std:iso:20022|<BkToCstmr(?:Stmt|DbtCdtNtfctn|AcctRpt)>/i, 'an ISO 20022 file'],
  [/^\s*!(?:Type|Account|Option|Clear):?/im, 'a QIF file'],
  [/(?:^|\n|\{4:\s*)\s*:20:[\s\S]*\n\s*:(?:25|28C?|60[FM]|61):/, 'an MT940 file'],
  [/^\s*01,[^\n]*\r?\n\s*02,/, 'a BAI2 file'],
  [/^\s*(?:<!doctype html|<html)/i, 'a web page'],
  [/^\s*(?:\[\s*)?\{\s*"/, 'a JSON file'],
]

/** The name of a file's format where it is none that is read; its beginning tells. */
export function otherFormatOf(text: string): string | undefined {
  const head = text.slice(0, HEAD)
  return FORMATS.find(([beginning]) => beginning.test(head))?.[1]
}

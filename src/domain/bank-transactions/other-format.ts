const HEAD_LENGTH = 4_000

const SIGNATURES: readonly [string, string][] = [
  ['PK\u0003\u0004', 'an Excel workbook (XLSX)'],
  ['\u00d0\u00cf\u0011', 'an Excel workbook (XLS)'],
  ['\ufffd\ufffd\u0011', 'an Excel workbook (XLS)'],
  ['%PDF-', 'a PDF file'],
]
/** Unsupported formats that banks and spreadsheets export, recognized by their first bytes. */
const FORMATS: readonly [RegExp, string][] = [
  [/camt\.05[234]/i, 'a CAMT (ISO 20022) file'],
  [/urn:iso:std:iso:20022|<BkToCstmr(?:Stmt|DbtCdtNtfctn|AcctRpt)>/i, 'an ISO 20022 file'],
  [/^[ \t]*!(?:Type|Account|Option|Clear):?/im, 'a QIF file'],
  [/(?:^|\{4:)[ \t]*:(?:28C?|60[FM]|61):/m, 'an MT940 file'],
  [/^\s*01,[^\n]*\r?\n\s*02,/, 'a BAI2 file'],
  [/^\s*(?:<!doctype html|<html)/i, 'a web page'],
  [/^\s*(?:\[\s*)?\{\s*"/, 'a JSON file'],
]

/** Detects the name of an unsupported format from a file's beginning. */
export function detectOtherFormat(text: string): string | undefined {
  const head = text.slice(0, HEAD_LENGTH)
  const signature = SIGNATURES.find(([pattern]) => head.startsWith(pattern))
  return signature?.[1] ?? FORMATS.find(([pattern]) => pattern.test(head))?.[1]
}

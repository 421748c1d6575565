import { createHash } from 'node:crypto'
import { detectSeparator } from '#domain/text/decode-text.ts'
import { readFormerPath, readRedirectTarget } from '#domain/text/redirect-url.ts'
import { unguardFormula } from '#server/platform/csv/formula-guard.ts'
import { type CsvRecord, parseCsv } from '#server/platform/csv/records.ts'
import type { RedirectRow } from './redirect.queries.ts'

type RefusedRow = { line: number; column: string; reason: string }
/** `redirects` has the target of each path; `refused` the rows that are left out. */
export type ParsedRedirects = { redirects: ReadonlyMap<string, string>; refused: readonly RefusedRow[] }

export const FROM = 'Redirect from'
export const TO = 'Redirect to'
const HEADINGS: Record<string, 'from' | 'to'> = {
  ...{ 'redirect from': 'from', from: 'from', path: 'from', source: 'from', 'old url': 'from' },
  ...{ 'redirect to': 'to', to: 'to', target: 'to', destination: 'to', 'new url': 'to' },
}

/** Reads a CSV file of redirects; without headings, the first column leads to the second one. Throws a RowError. */
export function readRedirects(text: string, publicUrl: string): ParsedRedirects {
  const records = parseCsv(text, detectSeparator(text)).filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  const roles = records[0]?.cells.map((cell) => HEADINGS[cell.trim().toLowerCase()]) ?? []
  const hasHeading = roles.includes('from') && roles.includes('to')
  const [from, to] = hasHeading ? [roles.indexOf('from'), roles.indexOf('to')] : [0, 1]
  const redirects = new Map<string, string>()
  const lines = new Map<string, number>()
  const refused: RefusedRow[] = []
  const readCell = ({ cells }: CsvRecord, index: number) => unguardFormula(cells[index] ?? '')
  for (const record of hasHeading ? records.slice(1) : records) {
    const { line } = record
    const path = readFormerPath(readCell(record, from))
    const target = readRedirectTarget(readCell(record, to), publicUrl)
    const earlierLine = path === undefined ? undefined : lines.get(path)
    if (path === undefined) refused.push({ line, column: FROM, reason: FORMER_PATH_INVALID })
    else if (earlierLine !== undefined)
      refused.push({ line, column: FROM, reason: `This URL is already in line ${earlierLine}.` })
    else if (target === undefined) refused.push({ line, column: TO, reason: TARGET_INVALID })
    else {
      redirects.set(path, target)
      lines.set(path, line)
    }
  }
  return { redirects, refused }
}

export const FORMER_PATH_INVALID = 'Enter a URL of the former shop, such as /pages/our-story.'
export const TARGET_INVALID = 'Enter a page of this shop, such as /about.'

export type RedirectComparison = {
  added: number
  changed: number
  unchanged: number
  changes: { path: string; before: string | null; after: string }[]
  /** Different after every change of what the import would do. */
  version: string
}

/** Compares the redirects of a file with the present ones. */
export function compareRedirects({ redirects }: ParsedRedirects, present: readonly RedirectRow[]): RedirectComparison {
  const targets = new Map(present.map(({ path, target }) => [path, target]))
  const changes = [...redirects]
    .map(([path, after]) => ({ path, before: targets.get(path) ?? null, after }))
    .filter(({ before, after }) => before !== after)
  const added = changes.filter(({ before }) => before === null).length
  return {
    added,
    changed: changes.length - added,
    unchanged: redirects.size - changes.length,
    changes,
    version: createHash('sha256').update(JSON.stringify(changes)).digest('hex'),
  }
}

import * as z from 'zod/mini'
import type { RowList } from '#contract/reporting/report-labels.ts'
import { type RowPosition, rowSources } from './report-rows.queries.ts'

/** Position in a list: its source, and the row after which to continue. */
export type RowsCursor = { source: number; position: RowPosition | undefined }

const RowId = z.int().check(z.gte(0), z.lte(2_147_483_647))
/** Bounds for each key, so that no URL causes a database error. */
const KEY_BOUNDS: Record<RowList, (source: string) => { least: number; most: number }> = {
  sales: () => ({ least: 0, most: 8e15 }),
  tax: () => ({ least: 0, most: 2_147_483_647 }),
  payments: () => ({ least: 0, most: 2_900_000 }),
  volume: (source) => (source === 'completed' ? { least: 197_001, most: 999_812 } : { least: 0, most: 8e15 }),
  cards: () => ({ least: 197_001, most: 999_812 }),
}
const Cursor = z.tuple([z.string(), z.int().check(z.gte(0), z.lte(1)), z.nullable(z.tuple([z.int(), RowId, RowId]))])

export const writeRowsCursor = (list: RowList, { source, position }: RowsCursor): string =>
  Buffer.from(JSON.stringify([list, source, position ? [position.key, position.id, position.sub] : null])).toString(
    'base64url',
  )

/** Returns undefined for anything but a cursor of this list. */
export function readRowsCursor(list: RowList, text: string): RowsCursor | undefined {
  const cursor = Cursor.safeParse(parseJson(Buffer.from(text, 'base64url').toString()))
  if (!cursor.success) return undefined
  const [cursorList, source, rowPosition] = cursor.data
  const name = (rowSources[list] as readonly string[])[source]
  if (cursorList !== list || name === undefined) return undefined
  if (rowPosition === null) return { source, position: undefined }
  const [key, rowId, sub] = rowPosition
  const { least, most } = KEY_BOUNDS[list](name)
  return key < least || key > most ? undefined : { source, position: { key, id: rowId, sub } }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

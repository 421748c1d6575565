import * as z from 'zod/mini'
import { type OrderSort, orderSorts } from '#contract/orders/admin-list.ts'

/** Sort order of a list; ties are sorted by number, in the same direction. */
export type OrderSorting = { by: OrderSort; descending: boolean }

/** Last order of a page, after which the next one begins: its sort key and its number. */
export type ListPosition = { key: string | number | null; id: number }

export const toSorting = (by: OrderSort, direction: 'asc' | 'desc' | undefined): OrderSorting => ({
  by,
  descending: direction === undefined ? by === 'placed' || by === 'total' : direction === 'desc',
})

const id = z.int().check(z.gte(1), z.lte(2_147_483_647))
/** Limits each key to what the database accepts, so that no URL causes a server error. */
const keys = {
  /** In microseconds: JavaScript's timestamps are less precise. */
  placed: z.int().check(z.gte(0)),
  total: z.int().check(z.gte(0)),
  /** Days after {@link FIRST_DUE}; null without one, which sorts last. */
  due: z.nullable(z.int().check(z.gte(-400_000), z.lte(2_900_000))),
  name: z.string().check(
    z.maxLength(1000),
    z.refine((text) => !text.includes('\0')),
  ),
} as const satisfies Record<OrderSort, z.ZodMiniType>
export const FIRST_DUE = '2000-01-01'

const Cursor = z.tuple([z.enum(orderSorts), z.boolean(), z.unknown(), id])

export const writeCursor = ({ by, descending }: OrderSorting, { key, id }: ListPosition): string =>
  Buffer.from(JSON.stringify([by, descending, key, id])).toString('base64url')

/** Returns undefined for anything but a cursor of this sort order. */
export function readCursor(text: string, { by, descending }: OrderSorting): ListPosition | undefined {
  const cursor = Cursor.safeParse(parseJson(Buffer.from(text, 'base64url').toString()))
  if (!cursor.success) return undefined
  const [sort, isDescending, cursorKey, id] = cursor.data
  if (sort !== by || isDescending !== descending) return undefined
  const key = keys[by].safeParse(cursorKey)
  return key.success ? { key: key.data, id } : undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

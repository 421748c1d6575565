import type { AdminAnswer, AdminBody } from '#contract/admin-calls.ts'
import { isCodeOf, isSkuOf } from '#domain/stock/barcode.ts'
import { alongTheShelves } from '#domain/stock/shelf.ts'

export type PackList = AdminAnswer<'packList'>
export type PackOrder = PackList['orders'][number]
export type Part = PackOrder['lines'][number]['parts'][number]

/** One look at one shelf: a product of one line, and how many of it. */
export type Step = Part & { key: string; line: number; wanted: number; of: string | undefined }

/** A code that was scanned for a step: `shared` where other products have it, too. */
export function scanFor(
  code: string,
  step: Pick<Step, 'sku' | 'barcode' | 'same_barcode'>,
): 'right' | 'shared' | 'wrong' {
  if (!isCodeOf(code, step)) return 'wrong'
  return step.same_barcode.length > 0 && !isSkuOf(code, step.sku) ? 'shared' : 'right'
}

/** How many were picked, by step; `isShort` where no more of it is there. */
export type Picked = Readonly<Record<string, { count: number; isShort?: boolean }>>

/** The way along the shelves for one order, a package as what is in it. */
export const stepsOf = ({ lines }: PackOrder): Step[] =>
  lines
    .flatMap(({ line, name, quantity, parts }) =>
      parts.map((part, index) => ({
        ...part,
        key: `${line}.${part.product_id ?? index}`,
        line,
        wanted: quantity * part.each,
        of: part.name === name ? undefined : name,
      })),
    )
    .sort(alongTheShelves)

/** Never more than is wanted now: another may have packed some of it meanwhile. */
export const countOf = (step: Step, picked: Picked): number => Math.min(picked[step.key]?.count ?? 0, step.wanted)

export const isDone = (step: Step, picked: Picked): boolean =>
  countOf(step, picked) >= step.wanted || picked[step.key]?.isShort === true

/**
 * What can be packed of what was picked: whole pieces of each line, of a package as many as all of its parts make. Undefined
 * where it is everything that is open, so that the shop packs just that.
 */
export function packedLines(order: PackOrder, picked: Picked): AdminBody<'packOrder'>['lines'] {
  const steps = stepsOf(order)
  const lines = order.lines.map(({ line, quantity }) => {
    const parts = steps.filter((step) => step.line === line)
    const whole = Math.min(...parts.map((step) => Math.trunc(countOf(step, picked) / step.each)))
    return { line, quantity: Math.min(whole, quantity) }
  })
  const isAll = lines.every(({ quantity }, index) => quantity === order.lines[index]?.quantity)
  return isAll ? undefined : lines.filter(({ quantity }) => quantity > 0)
}

/** What somebody has in their hands of an order, to be put back when another packed it meanwhile. */
export const isAnythingPicked = (picked: Picked | undefined): boolean =>
  Object.values(picked ?? {}).some(({ count }) => count > 0)

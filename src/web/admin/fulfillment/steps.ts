import type { AdminAnswer, AdminBody } from '#contract/admin-calls.ts'
import { isCodeOf, isSkuOf } from '#domain/stock/barcode.ts'
import { compareByShelf } from '#domain/stock/shelf.ts'

export type PackList = AdminAnswer<'packList'>
export type PackOrder = PackList['orders'][number]
export type Part = PackOrder['lines'][number]['parts'][number]

/** A stop at one shelf: a product of one line and its quantity. */
export type Step = Part & { key: string; line: number; wanted: number; of: string | undefined }

/** Result of a scan for a step: `shared` when other products have the same code. */
export function scanFor(
  code: string,
  step: Pick<Step, 'sku' | 'barcode' | 'same_barcode'>,
): 'right' | 'shared' | 'wrong' {
  if (!isCodeOf(code, step)) return 'wrong'
  return step.same_barcode.length > 0 && !isSkuOf(code, step.sku) ? 'shared' : 'right'
}

/** Picked quantities by step; `isShort` when no more pieces were found. */
export type PickedCounts = Readonly<Record<string, { count: number; isShort?: boolean }>>

/** Picking route for one order; a package is split into its components. */
export const stepsOf = ({ lines }: PackOrder): Step[] =>
  lines
    .flatMap(({ line, name, quantity, parts }) =>
      parts.map((part, index) => ({
        ...part,
        key: `${line}.${part.product_id ?? index}`,
        line,
        wanted: quantity * part.quantity_per_unit,
        of: part.name === name ? undefined : name,
      })),
    )
    .sort(compareByShelf)

/** Never more than is still open: others may have packed some of it in the meantime. */
export const countOf = (step: Step, picked: PickedCounts): number => Math.min(picked[step.key]?.count ?? 0, step.wanted)

export const isDone = (step: Step, picked: PickedCounts): boolean =>
  countOf(step, picked) >= step.wanted || picked[step.key]?.isShort === true

/**
 * Returns what can be packed from the picked pieces: whole pieces of each line, and of a package as many as all
 * components allow. Undefined when everything open was picked, so that the server packs all of it.
 */
export function packedLines(order: PackOrder, picked: PickedCounts): AdminBody<'packOrder'>['lines'] {
  const steps = stepsOf(order)
  const lines = order.lines.map(({ line, quantity }) => {
    const parts = steps.filter((step) => step.line === line)
    const whole = Math.min(...parts.map((step) => Math.trunc(countOf(step, picked) / step.quantity_per_unit)))
    return { line, quantity: Math.min(whole, quantity) }
  })
  const isAll = lines.every(({ quantity }, index) => quantity === order.lines[index]?.quantity)
  return isAll ? undefined : lines.filter(({ quantity }) => quantity > 0)
}

/** True if picked pieces have to go back to the shelf when someone else packed the order. */
export const isAnythingPicked = (picked: PickedCounts | undefined): boolean =>
  Object.values(picked ?? {}).some(({ count }) => count > 0)

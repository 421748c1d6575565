import type { AdminBody, AdminResponse } from '#contract/admin-calls.ts'
import { matchesProductCode, matchesSku } from '#domain/stock/barcode.ts'
import { compareByShelf } from '#domain/stock/shelf.ts'

export type PackList = AdminResponse<'packList'>
export type PackOrder = PackList['orders'][number]
export type Part = PackOrder['lines'][number]['parts'][number]

/** A stop at one shelf: a product of one line and its quantity. */
export type Step = Part & { key: string; line: number; required: number; packageName: string | undefined }

/** Result of a scan for a step: `shared` when other products have the same code. */
export function matchScan(
  code: string,
  step: Pick<Step, 'sku' | 'barcode' | 'same_barcode'>,
): 'right' | 'shared' | 'wrong' {
  if (!matchesProductCode(code, step)) return 'wrong'
  return step.same_barcode.length > 0 && !matchesSku(code, step.sku) ? 'shared' : 'right'
}

/** Picked quantities by step; `isShort` when no more units were found. */
export type PickedCounts = Readonly<Record<string, { count: number; isShort?: boolean }>>

/** Picking route for one order; a package is split into its components. */
export const stepsOf = ({ lines }: PackOrder): Step[] =>
  lines
    .flatMap(({ line, name, quantity, parts }) =>
      parts.map((part, index) => ({
        ...part,
        key: `${line}.${part.product_id ?? index}`,
        line,
        required: quantity * part.quantity_per_unit,
        packageName: part.name === name ? undefined : name,
      })),
    )
    .sort(compareByShelf)

/** Never more than is still open: others may have packed some of it in the meantime. */
export const pickedCount = (step: Step, picked: PickedCounts): number =>
  Math.min(picked[step.key]?.count ?? 0, step.required)

export const isDone = (step: Step, picked: PickedCounts): boolean =>
  pickedCount(step, picked) >= step.required || picked[step.key]?.isShort === true

/**
 * Returns what can be packed from the picked units: whole units of each line, and of a package as many as all
 * components allow. Undefined when everything open was picked, so that the server packs all of it.
 */
export function packedLines(order: PackOrder, picked: PickedCounts): AdminBody<'packOrder'>['lines'] {
  const steps = stepsOf(order)
  const lines = order.lines.map(({ line, quantity }) => {
    const parts = steps.filter((step) => step.line === line)
    const units = Math.min(...parts.map((step) => Math.trunc(pickedCount(step, picked) / step.quantity_per_unit)))
    return { line, quantity: Math.min(units, quantity) }
  })
  const isComplete = lines.every(({ quantity }, index) => quantity === order.lines[index]?.quantity)
  return isComplete ? undefined : lines.filter(({ quantity }) => quantity > 0)
}

/** True if picked units have to go back to the shelf when someone else packed the order. */
export const hasPickedUnits = (picked: PickedCounts | undefined): boolean =>
  Object.values(picked ?? {}).some(({ count }) => count > 0)

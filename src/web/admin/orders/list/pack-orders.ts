export type PackResult = {
  /** Ids of the created shipments. */
  shipments: readonly number[]
  refused: readonly { id: number; reason: string }[]
  /** Orders that were left out because a check has not cleared, with the day on which it does. */
  uncleared: readonly { id: number; clearsOn: string }[]
}

export type PackDeps = {
  read: (orderId: number) => Promise<{ version: string; clearsOn: string | null }>
  /** Packs all open units; returns the id of the shipment. */
  pack: (orderId: number, body: { expected_version: string; uncleared?: true }) => Promise<number>
  explain: (error: unknown) => string
}

/**
 * Packs the open units of each order, one order after the other; a failure does not stop the others. Orders whose
 * check has not cleared are left out unless `includeUncleared` is set.
 */
export async function packOrders(
  ids: readonly number[],
  includeUncleared: boolean,
  deps: PackDeps,
): Promise<PackResult> {
  const shipments: number[] = []
  const refused: { id: number; reason: string }[] = []
  const uncleared: { id: number; clearsOn: string }[] = []
  for (const id of ids) {
    try {
      const { version, clearsOn } = await deps.read(id)
      if (clearsOn !== null && !includeUncleared) uncleared.push({ id, clearsOn })
      else {
        const body = { expected_version: version, ...(clearsOn !== null && { uncleared: true as const }) }
        shipments.push(await deps.pack(id, body))
      }
    } catch (error) {
      refused.push({ id, reason: deps.explain(error) })
    }
  }
  return { shipments, refused, uncleared }
}

/** Adds the orders that were packed anyway to those packed before. */
export const mergeResults = (before: PackResult, after: PackResult): PackResult => ({
  shipments: [...before.shipments, ...after.shipments],
  refused: [...before.refused, ...after.refused],
  uncleared: after.uncleared,
})

export type PackResult = {
  /** The parcels that were made. */
  shipments: readonly number[]
  refused: readonly { id: number; why: string }[]
  /** Orders that were left out because a check has not cleared, with the day on which it does. */
  uncleared: readonly { id: number; clearsOn: string }[]
}

export type PackDeps = {
  read: (orderId: number) => Promise<{ stepsTaken: number; clearsOn: string | null }>
  /** Packs all that is open; returns the id of the parcel. */
  pack: (orderId: number, body: { expected_steps: number; uncleared?: true }) => Promise<number>
  explain: (error: unknown) => string
}

/**
 * Packs all that is still open of each order, one after the other: what one of them refuses stops no other. Orders whose
 * check has not cleared are left out unless `anyway` is set.
 */
export async function packEach(ids: readonly number[], anyway: boolean, deps: PackDeps): Promise<PackResult> {
  const shipments: number[] = []
  const refused: { id: number; why: string }[] = []
  const uncleared: { id: number; clearsOn: string }[] = []
  for (const id of ids) {
    try {
      const { stepsTaken, clearsOn } = await deps.read(id)
      if (clearsOn !== null && !anyway) uncleared.push({ id, clearsOn })
      else {
        const body = { expected_steps: stepsTaken, ...(clearsOn !== null && { uncleared: true as const }) }
        shipments.push(await deps.pack(id, body))
      }
    } catch (error) {
      refused.push({ id, why: deps.explain(error) })
    }
  }
  return { shipments, refused, uncleared }
}

/** Adds the orders that were packed anyway to those packed before. */
export const joinPacked = (before: PackResult, after: PackResult): PackResult => ({
  shipments: [...before.shipments, ...after.shipments],
  refused: [...before.refused, ...after.refused],
  uncleared: after.uncleared,
})

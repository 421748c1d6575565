import { useState } from 'react'
import type { PickedCounts } from './steps.ts'

const KEY = 'admin-packing'

/** Picking progress of one person, stored in the browser; the server knows only packed pieces. */
export type Packing = {
  /** Keyed by order. */
  picked: Readonly<Record<number, PickedCounts>>
  /** Rows of the pick list already in the cart, by SKU and name. */
  fetched: Readonly<Record<string, boolean>>
  /** Shipment that this person packed, by order. */
  shipments: Readonly<Record<number, number>>
}
const nothing: Packing = { picked: {}, fetched: {}, shipments: {} }

function kept(): Packing {
  try {
    return { ...nothing, ...(JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<Packing>) }
  } catch {
    // Stored by another version. The server still knows what was packed.
    return nothing
  }
}

/** Survives a reload and a locked phone. */
export function usePacking() {
  const [packing, setPacking] = useState(kept)
  function change(next: (before: Packing) => Packing) {
    setPacking((before) => {
      const after = next(before)
      sessionStorage.setItem(KEY, JSON.stringify(after))
      return after
    })
  }
  return {
    packing,
    setPicked: (orderId: number, picked: PickedCounts) =>
      change((before) => ({ ...before, picked: { ...before.picked, [orderId]: picked } })),
    setFetched: (row: string, isFetched: boolean) =>
      change((before) => ({ ...before, fetched: { ...before.fetched, [row]: isFetched } })),
    /** The picked pieces are now in the parcel. */
    setPacked: (orderId: number, shipmentId: number) =>
      change(({ picked: { [orderId]: _, ...picked }, ...before }) => ({
        ...before,
        picked,
        shipments: { ...before.shipments, [orderId]: shipmentId },
      })),
    putBack: (orderId: number) =>
      change(({ picked: { [orderId]: _, ...picked }, ...before }) => ({ ...before, picked })),
    forget: () => change(() => nothing),
  }
}

export type PackingProps = { packing: ReturnType<typeof usePacking> }

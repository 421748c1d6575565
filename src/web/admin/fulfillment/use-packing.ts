import { useState } from 'react'
import type { PickedCounts } from './steps.ts'

const STORAGE_KEY = 'admin-packing'

/** Picking progress of one person, stored in the browser; the server knows only packed units. */
export type Packing = {
  /** Keyed by order. */
  picked: Readonly<Record<number, PickedCounts>>
  /** Rows of the pick list already in the cart, by SKU and name. */
  fetched: Readonly<Record<string, boolean>>
  /** Shipment that this person packed, by order. */
  shipments: Readonly<Record<number, number>>
}
const emptyPacking: Packing = { picked: {}, fetched: {}, shipments: {} }

function loadPacking(): Packing {
  try {
    return { ...emptyPacking, ...(JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}') as Partial<Packing>) }
  } catch {
    // Stored by another version. The server still knows what was packed.
    return emptyPacking
  }
}

/** Survives a reload and a locked phone. */
export function usePacking() {
  const [packing, setPacking] = useState(loadPacking)
  function update(next: (before: Packing) => Packing) {
    setPacking((before) => {
      const after = next(before)
      sessionStorage.setItem(STORAGE_KEY, JSON.stringify(after))
      return after
    })
  }
  return {
    packing,
    setPicked: (orderId: number, picked: PickedCounts) =>
      update((before) => ({ ...before, picked: { ...before.picked, [orderId]: picked } })),
    setFetched: (row: string, isFetched: boolean) =>
      update((before) => ({ ...before, fetched: { ...before.fetched, [row]: isFetched } })),
    /** The picked units are now in the shipment. */
    setPacked: (orderId: number, shipmentId: number) =>
      update(({ picked: { [orderId]: _, ...picked }, ...before }) => ({
        ...before,
        picked,
        shipments: { ...before.shipments, [orderId]: shipmentId },
      })),
    putBack: (orderId: number) =>
      update(({ picked: { [orderId]: _, ...picked }, ...before }) => ({ ...before, picked })),
    reset: () => update(() => emptyPacking),
  }
}

export type PackingProps = { packing: ReturnType<typeof usePacking> }

import type { Part } from '../material.ts'
import { put } from '../models/parts.ts'
import { build } from '../products.ts'

export const product = (handle: string): Part[] => {
  const make = build[handle]
  if (!make) throw new Error(`No model for ${handle}`)
  return make()
}

/** Handle, x, z, turn, and the height of its base. */
export type Spot = [handle: string, x: number, z: number, turn?: number, y?: number]
export const stand = (...spots: Spot[]): Part[] =>
  spots.flatMap(([handle, x, z, turn = 0, y = 0]) => put(product(handle), { at: [x, y, z], turn }))

/** On its back, face up, its top away from the camera; `r` is its thickness when lying. */
export const lying = (parts: Part[], r: number, x: number, z: number, turn = 0): Part[] =>
  put(put(parts, { tilt: -90 }), { at: [x, r, z], turn })

export function extent(parts: Part[]) {
  const low = [1e9, 1e9, 1e9]
  const high = [-1e9, -1e9, -1e9]
  for (const { mesh } of parts)
    mesh.position.forEach((x, i) => {
      low[i % 3] = Math.min(low[i % 3] as number, x)
      high[i % 3] = Math.max(high[i % 3] as number, x)
    })
  return { low, high, size: low.map((l, k) => (high[k] as number) - l) as [number, number, number] }
}

/** Side by side along x around the middle, without touching. */
export function line(groups: Part[][], gap: number, z = 0, y = 0, turns: number[] = []): Part[] {
  const turned = groups.map((parts, i) => put(parts, { turn: turns[i] ?? 0 }))
  const widths = turned.map((parts) => extent(parts))
  const total = widths.reduce((sum, { size }) => sum + size[0], 0) + gap * (groups.length - 1)
  let x = -total / 2
  return turned.flatMap((parts, i) => {
    const { low, high, size } = widths[i] as ReturnType<typeof extent>
    const at = x - (low[0] as number)
    x += size[0] + gap
    return put(parts, { at: [at, y, z - ((low[2] as number) + (high[2] as number)) / 2] })
  })
}

/** Tall objects behind, small ones in front of the gaps between them. */
export function gathered(back: Part[][], front: Part[][], raise = 0, offset = 0): Part[] {
  const rear = line(
    back,
    0.7,
    0,
    raise,
    back.map((_, i) => (i - (back.length - 1) / 2) * -5),
  )
  if (front.length === 0) return rear
  const behind = extent(rear)
  const row = line(
    front,
    0.9,
    0,
    0,
    front.map((_, i) => (i - (front.length - 1) / 2) * -9),
  )
  const depth = extent(row).size[2]
  return [...rear, ...put(row, { at: [offset, 0, (behind.high[2] as number) + depth / 2 + (raise ? 1.6 : 0.7)] })]
}

/** In a row too, but overlapping: every second one is a step nearer. */
export function staggered(groups: Part[][], y: number): Part[] {
  const rear = line(
    groups.filter((_, i) => i % 2 === 0),
    2.4,
    0,
    y,
  )
  const near = line(
    groups.filter((_, i) => i % 2 === 1),
    3.2,
    0,
    y,
  )
  const step = (extent(rear).high[2] as number) - (extent(near).low[2] as number) + 0.6
  return [...rear, ...put(near, { at: [0, 0, step] })]
}

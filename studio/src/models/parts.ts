import type { Part } from '../material.ts'
import { lathe, type Placement, type ProfilePoint, place } from '../mesh.ts'
import type { Vec } from '../vector.ts'

export const put = (parts: Part[], placement: Placement): Part[] =>
  parts.map((part) => ({ ...part, mesh: place(part.mesh, placement) }))

/** The print of `label`, `w` by `h` centimeters, with its lower edge at `y`. */
export const print = (
  texture: string,
  w: number,
  h: number,
  y: number,
  more: { metal?: number; rough?: number } = {},
) => ({
  texture,
  rect: [-w / 2, y, w / 2, y + h] as [number, number, number, number],
  ...more,
})

export const arc = (steps: number, point: (t: number) => Vec): Vec[] =>
  Array.from({ length: steps + 1 }, (_, i) => point(i / steps))

/** A turned shell with a floor and a mouth; `wall` is its thickness. */
export const open = (outside: ProfilePoint[], wall: number, floor: number): ProfilePoint[] => {
  const top = outside[outside.length - 1] as ProfilePoint
  const inside = [...outside]
    .reverse()
    .filter(([r, y]) => r > wall * 2 && y > floor)
    .map(([r, y, rounding]): ProfilePoint => [r - wall, y, rounding])
  const foot = inside[inside.length - 1] as ProfilePoint
  return [...outside, [top[0] - wall, top[1], wall * 0.4], ...inside.slice(1), [foot[0], floor, wall], [0, floor]]
}

export const lidOf = (r: number, h: number, y: number, ribs = 0) =>
  lathe(
    [
      [0, y],
      [r, y, 0.06],
      [r, y + h, 0.22],
      [r * 0.9, y + h, 0.1],
      [r * 0.86, y + h - 0.05, 0.1],
      [0, y + h - 0.05],
    ],
    {
      ribs: ribs ? { count: ribs, depth: 0.011, from: y + 0.12, to: y + h - 0.25 } : undefined,
    },
  )

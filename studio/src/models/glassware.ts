import { cavity, glass, glossy, type Material, matte, type Part } from '../material.ts'
import { lathe, merge, type ProfilePoint, place, surface } from '../mesh.ts'
import type { Vec } from '../vector.ts'

export function dropper(
  r: number,
  h: number,
  wall: Material,
  content: Material,
  bulb: Material,
  collar: Material,
  level = 0.86,
): Part[] {
  const shoulder: ProfilePoint[] = [
    [0, 0],
    [r * 0.86, 0, 0.3],
    [r, 0.4, 0.4],
    [r, h - r * 0.5, r * 0.6],
    [0.95, h, 0.3],
    [0.95, h + 1, 0.05],
    [0, h + 1],
  ]
  const i = r - 0.28
  const full = h * level
  return [
    { mesh: lathe(shoulder, { at: r }), material: wall },
    {
      mesh: lathe([
        [0, 0.65],
        [i * 0.9, 0.65, 0.3],
        [i, 1, 0.3],
        [i, full, 0.03],
        [0, full],
      ]),
      material: content,
    },
    {
      mesh: lathe([
        [0, full + 0.02],
        [i, full + 0.02, 0.03],
        [i, h - r * 0.55, r * 0.5],
        [0.65, h - 0.1, 0.2],
        [0.65, h + 0.95, 0],
        [0, h + 0.95],
      ]),
      material: cavity(),
    },
    {
      mesh: lathe([
        [0, h + 0.2],
        [1.2, h + 0.2, 0.08],
        [1.2, h + 1.75, 0.1],
        [0.8, h + 1.8, 0.1],
        [0, h + 1.8],
      ]),
      material: collar,
    },
    {
      mesh: lathe([
        [0, h + 1.7],
        [0.78, h + 1.7, 0.05],
        [0.72, h + 2.4, 0.4],
        [0.86, h + 3.4, 0.7],
        [0.62, h + 4.5, 0.5],
        [0, h + 4.6],
      ]),
      material: bulb,
    },
  ]
}

export function ampoule(content: Material): Part[] {
  return [
    {
      mesh: lathe(
        [
          [0, 0],
          [0.52, 0, 0.14],
          [0.55, 3.1, 0.5],
          [0.22, 3.75, 0.3],
          [0.2, 4.1, 0.2],
          [0.34, 4.6, 0.4],
          [0.2, 6.4, 0.2],
          [0.1, 6.7, 0.1],
          [0, 6.72],
        ],
        { segments: 40 },
      ),
      material: glass('#fbf6ee', 0.3),
    },
    {
      mesh: lathe(
        [
          [0, 0.12],
          [0.42, 0.12, 0.1],
          [0.45, 2.75, 0.02],
          [0, 2.7],
        ],
        { segments: 40 },
      ),
      material: content,
    },
    {
      mesh: lathe(
        [
          [0, 2.78],
          [0.45, 2.8, 0.05],
          [0.44, 3.05, 0.4],
          [0.13, 3.75, 0.3],
          [0.12, 4.1, 0.2],
          [0.24, 4.6, 0.4],
          [0.1, 6.3, 0.2],
          [0, 6.4],
        ],
        { segments: 40 },
      ),
      material: cavity(),
    },
  ]
}

/** A round-shouldered glass bottle with a mist head. */
export function mister(
  r: number,
  h: number,
  wall: Material,
  content: Material,
  head: Material,
  collar: Material,
): Part[] {
  return [
    ...dropper(r, h, wall, content, head, collar, 0.84).slice(0, 3),
    {
      mesh: lathe([
        [0, h + 0.15],
        [1.15, h + 0.15, 0.08],
        [1.15, h + 1.25, 0.1],
        [0, h + 1.3],
      ]),
      material: collar,
    },
    {
      mesh: merge(
        lathe([
          [0, h + 1.2],
          [0.5, h + 1.2, 0],
          [0.5, h + 1.7, 0],
          [0.95, h + 1.72, 0.1],
          [0.98, h + 2.9, 0.2],
          [0.8, h + 3.2, 0.3],
          [0, h + 3.25],
        ]),
        place(
          lathe([
            [0, 0],
            [0.28, 0, 0.03],
            [0.28, 0.28, 0.04],
            [0.12, 0.28, 0],
            [0, 0.22],
          ]),
          { tilt: 90, at: [0, h + 2.4, 0.85] },
        ),
      ),
      material: head,
    },
  ]
}

/** Square shoulders in thick glass with color inside. */
export function lacquer(color: string, decals: Material['decals']): Part[] {
  const square = (a: number, n: number, y: number, u: number): Vec => {
    const t = u * 2 * Math.PI - Math.PI
    const s = Math.sin(t)
    const c = Math.cos(t)
    const k = (Math.abs(s) ** n + Math.abs(c) ** n) ** (-1 / n)
    return [s * k * a, y, c * k * a]
  }
  // Heights and half widths from the center of the floor over the shoulder to the mouth.
  const outer: [number, number, number][] = [
    [0.01, 0, 4],
    [1.05, 0, 5],
    [1.22, 0.05, 6],
    [1.3, 0.2, 6],
    [1.3, 3.35, 6],
    [1.24, 3.62, 6],
    [1.05, 3.78, 5],
    [0.72, 3.85, 3],
    [0.6, 3.95, 2],
    [0.6, 4.4, 2],
    [0.01, 4.4, 2],
  ]
  const inner: [number, number, number][] = [
    [0.01, 0.45, 2],
    [0.7, 0.45, 3],
    [0.95, 0.62, 3],
    [1.0, 0.9, 3],
    [1.0, 3.2, 3],
    [0.85, 3.5, 3],
    [0.01, 3.52, 2],
  ]
  const shell = (list: [number, number, number][]) => {
    const last = list.length - 1
    return surface(
      (u, v) => {
        const f = Math.min(v * last, last - 1e-6)
        const i = Math.floor(f)
        const [a, b] = [list[i], list[i + 1]] as [[number, number, number], [number, number, number]]
        const t = f - i
        return square(a[0] + (b[0] - a[0]) * t, a[2] + (b[2] - a[2]) * t, a[1] + (b[1] - a[1]) * t, u)
      },
      112,
      last * 6,
      { uv: (_u, _v, p) => (p[2] > 0.9 ? [p[0], p[1]] : [5000, 5000]) },
    )
  }
  return [
    { mesh: shell(outer), material: glass('#f5f7f6', 0.3, { decals }) },
    { mesh: shell(inner), material: glossy(color, { rough: 0.2 }) },
    {
      mesh: lathe([
        [0, 3.95],
        [0.86, 3.95, 0.05],
        [0.82, 7.3, 0.16],
        [0, 7.35],
      ]),
      material: matte('#1b1918', { rough: 0.34 }),
    },
  ]
}

export function rollOn(content: Material, cap: Material): Part[] {
  return [
    ...dropper(0.95, 5.4, glass('#fdf6ea', 0.3), content, cap, cap, 0.9).slice(0, 3),
    {
      mesh: lathe([
        [0, 4.9],
        [0.98, 4.9, 0.04],
        [0.98, 8.3, 0.14],
        [0, 8.35],
      ]),
      material: cap,
    },
  ]
}

export function adhesive(body: Material, cap: Material): Part[] {
  return [
    {
      mesh: lathe([
        [0, 0],
        [1.15, 0, 0.15],
        [1.15, 3.2, 0.35],
        [0.62, 3.55, 0.2],
        [0.6, 3.8, 0],
        [0, 3.8],
      ]),
      material: body,
    },
    {
      mesh: lathe(
        [
          [0, 3.65],
          [0.74, 3.65, 0.04],
          [0.7, 4.5, 0.2],
          [0.34, 5.3, 0.5],
          [0.2, 6.7, 0.1],
          [0, 6.75],
        ],
        { ribs: { count: 24, depth: 0.03, from: 3.7, to: 4.4 } },
      ),
      material: cap,
    },
  ]
}

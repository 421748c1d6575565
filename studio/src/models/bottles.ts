import { type Material, matte, type Part } from '../material.ts'
import { lathe, merge, place, surface, sweep } from '../mesh.ts'
import type { Vec } from '../vector.ts'
import { lidOf } from './parts.ts'

export function pumpBottle(r: number, h: number, body: Material, pump: Material, collar: Material): Part[] {
  return [
    {
      mesh: lathe(
        [
          [0, 0],
          [r * 0.9, 0, 0.3],
          [r, 0.5, 0.5],
          [r, h - r * 0.55, r * 0.75],
          [1.45, h, 0.35],
          [1.45, h + 0.3, 0],
          [0, h + 0.3],
        ],
        { at: r },
      ),
      material: body,
    },
    {
      mesh: lathe(
        [
          [0, h + 0.1],
          [1.6, h + 0.1, 0.08],
          [1.6, h + 1.9, 0.12],
          [1.05, h + 2, 0.1],
          [1.0, h + 2.35, 0.05],
          [0, h + 2.35],
        ],
        { ribs: { count: 40, depth: 0.012, from: h + 0.3, to: h + 1.7 } },
      ),
      material: collar,
    },
    ...pumpHead(h + 2.3, 1, pump),
  ]
}

export function pumpHead(y: number, s: number, material: Material): Part[] {
  const mouth: Vec[] = [
    [0, 1.75, 0],
    [1.2, 1.82, 0.2],
    [2.4, 1.74, 0.45],
    [3.25, 1.45, 0.62],
    [3.55, 1.0, 0.68],
  ]
  const smooth: Vec[] = mouth.flatMap((p, i) => {
    const q = mouth[i + 1]
    return q
      ? [0, 0.25, 0.5, 0.75].map(
          (t): Vec => [p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t, p[2] + (q[2] - p[2]) * t],
        )
      : [p]
  })
  const mesh = merge(
    lathe([
      [0, 0],
      [0.42, 0, 0],
      [0.42, 1.2, 0],
      [0, 1.2],
    ]),
    lathe([
      [0, 1.15],
      [0.8, 1.15, 0.1],
      [1.02, 1.5, 0.2],
      [1.06, 2.1, 0.3],
      [0.5, 2.28, 0.4],
      [0, 2.3],
    ]),
    sweep(smooth, (t) => 0.44 - t * 0.14, 16),
  )
  return [{ mesh: place(mesh, { at: [0, y, 0], size: s }), material }]
}

export function airless(r: number, h: number, body: Material, collar: Material, head: Material): Part[] {
  return [
    {
      mesh: lathe(
        [
          [0, 0],
          [r, 0, 0.15],
          [r, h, 0.08],
          [r * 0.96, h, 0],
          [0, h],
        ],
        { at: r },
      ),
      material: body,
    },
    {
      mesh: lathe([
        [0, h],
        [r * 1.0, h + 0.02, 0.04],
        [r, h + 1.15, 0.1],
        [r * 0.62, h + 1.2, 0.1],
        [0, h + 1.2],
      ]),
      material: collar,
    },
    {
      mesh: merge(
        lathe([
          [0, h + 1.1],
          [r * 0.5, h + 1.1, 0],
          [r * 0.5, h + 1.7, 0.05],
          [r * 0.66, h + 1.75, 0.08],
          [r * 0.66, h + 2.9, 0.25],
          [0, h + 2.95],
        ]),
        sweep(
          [
            [0, h + 2.35, 0],
            [0.5, h + 2.35, 0.3],
            [1.05, h + 2.35, 0.62],
            [1.2, h + 2.33, 0.71],
          ],
          (t) => 0.26 - t * 0.05,
          14,
        ),
      ),
      material: head,
    },
  ]
}

/** A soft tube upright on its cap: round at the bottom, flat at the crimped end. */
export function tube(r: number, h: number, body: Material, cap: Material, capHeight: number): Part[] {
  const at = capHeight + 0.06
  const shape = (u: number, v: number): Vec => {
    const a = u * 2 * Math.PI - Math.PI
    const t = v ** 1.15
    const w = r * (1 + 0.5 * t)
    const d = r * (1 - t) ** 0.8 * 0.98 + 0.06
    return [Math.sin(a) * w, at + v * h, Math.cos(a) * d]
  }
  const flat = (_u: number, _v: number, p: Vec): [number, number] => (p[2] > -0.02 ? [p[0], p[1]] : [5000, 5000])
  const w = r * 1.5
  const crimp = surface(
    (u, v) => {
      const a = u * 2 * Math.PI - Math.PI
      return [
        Math.sin(a) * w,
        at + h + v * 0.85,
        Math.cos(a) * 0.06 + Math.sign(Math.cos(a)) * 0.012 * Math.sin(v * 40),
      ]
    },
    64,
    40,
    { uv: flat },
  )
  return [
    {
      mesh: lathe([
        [0, 0],
        [r * 0.97, 0, 0.1],
        [r * 0.97, capHeight, 0.1],
        [0, capHeight],
      ]),
      material: cap,
    },
    { mesh: merge(surface(shape, 96, 36, { uv: flat }), crimp), material: body },
  ]
}

export function bottle(r: number, h: number, body: Material, cap: Material): Part[] {
  return [
    {
      mesh: lathe(
        [
          [0, 0],
          [r * 0.9, 0, 0.35],
          [r, 0.6, 0.6],
          [r, h * 0.72, r * 1.1],
          [1.75, h * 0.93, 0.9],
          [1.6, h, 0.1],
          [0, h],
        ],
        { at: r },
      ),
      material: body,
    },
    { mesh: lidOf(1.85, 2.3, h - 0.05, 44), material: cap },
  ]
}

export function aerosol(r: number, h: number, body: Material, shoulder: Material, cap: Material | null): Part[] {
  const top: Part[] = cap
    ? [
        {
          mesh: lathe([
            [0, h + 0.3],
            [r * 0.9, h + 0.3, 0.06],
            [r * 0.9, h + 3.6, 0.5],
            [r * 0.5, h + 3.95, 0.8],
            [0, h + 4],
          ]),
          material: cap,
        },
      ]
    : [
        {
          mesh: lathe([
            [0, h],
            [r * 0.62, h + 0.5, 0.3],
            [0.9, h + 0.75, 0.1],
            [0.9, h + 1.05, 0.08],
            [0.4, h + 1.1, 0],
            [0, h + 1.1],
          ]),
          material: shoulder,
        },
        {
          mesh: lathe([
            [0, h + 1],
            [0.62, h + 1.05, 0.05],
            [0.6, h + 2.1, 0.2],
            [0, h + 2],
          ]),
          material: matte('#f2efea'),
        },
      ]
  return [
    {
      mesh: lathe(
        [
          [0, 0],
          [r * 0.93, 0, 0.1],
          [r * 0.96, 0.3, 0.1],
          [r, 0.55, 0.2],
          [r, h - 0.7, 0.9],
          [r * 0.9, h + 0.1, 0.3],
          [r * 0.8, h + 0.3, 0],
          [0, h + 0.3],
        ],
        { at: r },
      ),
      material: body,
    },
    {
      mesh: lathe([
        [r * 0.9, 0.02, 0],
        [r * 0.99, 0.05, 0.1],
        [r * 0.99, 0.3, 0.1],
        [r * 0.9, 0.35, 0],
      ]),
      material: shoulder,
    },
    ...top,
  ]
}

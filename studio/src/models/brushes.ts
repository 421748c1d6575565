import { copper, glossy, type Material, matte, type Part } from '../material.ts'
import { lathe, merge, sweep } from '../mesh.ts'
import { sequence } from '../vector.ts'
import { put } from './parts.ts'

type Head = { r: number; h: number; taper: number }

/** A makeup brush along y, bristles up. */
export function brush({ r, h, taper }: Head, length: number, handle: Material, hair: string): Part[] {
  const neck = r * 0.72
  const f = length
  const random = sequence(Math.round(r * 1000 + h * 10))
  const stray = Array.from({ length: 170 }, () => {
    const a = random() * 2 * Math.PI
    const out = Math.sqrt(random())
    const top = f + 2.6 + h * (0.9 + random() * 0.14) - out * out * h * taper * 0.5
    const x = Math.sin(a)
    const z = Math.cos(a)
    return sweep(
      [
        [x * neck * out * 0.9, f + 2.5, z * neck * out * 0.9],
        [x * r * out * 1.02, f + 2.6 + (top - f - 2.6) * 0.62, z * r * out * 1.02],
        [x * r * out * (1 - taper * 0.25), top, z * r * out * (1 - taper * 0.25)],
      ],
      (t) => 0.024 * (1.15 - t),
      3,
    )
  })
  return [
    {
      mesh: lathe(
        [
          [0, 0],
          [0.16, 0.02, 0.1],
          [0.4, length * 0.3, 2],
          [neck * 0.62, length * 0.9, 1.5],
          [neck * 0.9, f, 0.05],
          [0, f],
        ],
        { segments: 36 },
      ),
      material: handle,
    },
    {
      mesh: lathe(
        [
          [0, f - 0.1],
          [neck * 0.95, f - 0.1, 0.04],
          [neck * 0.9, f + 0.5, 0.1],
          [neck * 0.95, f + 0.7, 0.05],
          [neck * 1.06, f + 2.55, 0.04],
          [neck, f + 2.6, 0],
          [0, f + 2.6],
        ],
        { segments: 48 },
      ),
      material: copper(0.18),
    },
    {
      mesh: lathe(
        [
          [0, f + 2.4],
          [neck * 0.98, f + 2.4, 0],
          [r * 0.98, f + 2.6 + h * 0.5, h * 0.4],
          [r * (1 - taper * 0.55), f + 2.6 + h * 0.86, h * 0.3],
          [0, f + 2.6 + h * 0.97],
        ],
        { segments: 64, at: 1.2 },
      ),
      material: matte(hair, { rough: 0.8, detail: 'hair', specular: 0.02 }),
    },
    { mesh: merge(...stray), material: matte(hair, { rough: 0.7, specular: 0.02 }), fine: true },
  ]
}

export const brushHeads: Head[] = [
  { r: 1.75, h: 4.2, taper: 0.7 },
  { r: 1.3, h: 3.4, taper: 0.6 },
  { r: 1.05, h: 2.8, taper: 0.3 },
  { r: 0.8, h: 2.6, taper: 0.5 },
  { r: 0.48, h: 1.7, taper: 0.6 },
  { r: 0.4, h: 1.4, taper: 0.8 },
  { r: 0.34, h: 1.2, taper: 0.2 },
]

export function brushesInCup(): Part[] {
  const spots: [number, number, number, number][] = [
    [0, -0.9, -4, 1],
    [-1.7, 0.1, 11, -3],
    [1.7, 0, -11, 0],
    [-0.7, 1.2, 5, 6],
    [0.9, 1.3, -5, 7],
    [2.3, 0.8, -17, 4],
    [-2.3, 0.7, 17, 3],
  ]
  return [
    {
      mesh: lathe([
        [0, 0],
        [3.5, 0, 0.25],
        [3.7, 8.2, 0.12],
        [3.5, 8.2, 0.1],
        [3.32, 0.5, 0.2],
        [0, 0.5],
      ]),
      material: matte('#8d4a3c', { rough: 0.55 }),
    },
    ...spots.flatMap(([x, z, roll, tilt], i) =>
      put(
        brush(brushHeads[i] as Head, 13 - i * 0.55, glossy('#2a2321', { rough: 0.16 }), i % 2 ? '#5a4034' : '#3b2a24'),
        { at: [x * 0.55, 0.6, z * 0.55], roll, tilt },
      ),
    ),
  ]
}

import { glossy, type Material, type Part } from '../material.ts'
import { lathe, surface } from '../mesh.ts'
import { noise, type Vec } from '../vector.ts'

/** Cream or gel smeared with a spatula along x. */
export function smear(length: number, width: number, height: number, material: Material): Part[] {
  const mesh = surface(
    (u, v) => {
      const x = (v - 0.5) * length
      const across = u * 2 - 1
      const taper = Math.sqrt(Math.max(0, 1 - (2 * v - 1) ** 4)) * (1 - v * 0.35)
      const bend = Math.sin(v * 2.6) * width * 0.45
      const edge = Math.max(0, 1 - across * across)
      const ridge =
        0.62 +
        0.2 * noise(across * 5.5, v * 1.3, 4) +
        0.26 * Math.exp(-((Math.abs(across) - 0.72) ** 2) / 0.02) +
        0.5 * Math.exp(-((v - 0.13) ** 2) / 0.012)
      return [
        x,
        Math.max(0.002, edge ** 0.55 * ridge * height * Math.min(1, taper * 1.4)),
        across * (width / 2) * taper * (1 + 0.07 * noise(v * 6, across, 8)) + bend,
      ]
    },
    70,
    110,
  )
  return [{ mesh, material }]
}

/** A puddle with a meniscus. */
export const pool = (r: number, height: number, material: Material, seed = 1): Part[] => [
  {
    mesh: surface(
      (u, v) => {
        const a = u * 2 * Math.PI
        const rim =
          r *
          (1 +
            0.16 * noise(Math.sin(a) * 1.3 + seed, Math.cos(a) * 1.3, seed * 3.1) +
            0.06 * noise(Math.sin(a) * 3, Math.cos(a) * 3, seed))
        return [Math.sin(a) * rim * v, height * Math.max(0, 1 - v ** 7) ** 0.5 + 0.002, Math.cos(a) * rim * v]
      },
      90,
      40,
      { flip: true },
    ),
    material,
  },
]

export const drop = (r: number, material: Material): Part[] => pool(r, r * 0.55, material, r * 7)

export function foam(r: number, material: Material): Part[] {
  return [
    {
      mesh: surface(
        (u, v) => {
          const a = u * 2 * Math.PI
          const e = v * Math.PI * 0.5
          const d: Vec = [Math.sin(a) * Math.sin(e), Math.cos(e), Math.cos(a) * Math.sin(e)]
          const s =
            r * (1 + 0.2 * noise(d[0] * 2.1, d[1] * 2.1, d[2] * 2.1) + 0.05 * noise(d[0] * 7, d[1] * 7, d[2] * 7))
          return [d[0] * s, d[1] * s * 0.62, d[2] * s]
        },
        110,
        60,
        { flip: true },
      ),
      material: { ...material, detail: 'powder' },
    },
  ]
}

export const dish = (r: number): Part[] => [
  {
    mesh: lathe([
      [0, 0],
      [r * 0.8, 0, 0.1],
      [r, 0.5, 0.2],
      [r * 0.96, 0.56, 0.05],
      [r * 0.78, 0.28, 0.2],
      [0, 0.25],
    ]),
    material: glossy('#f3efe9'),
  },
]

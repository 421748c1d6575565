import { type Material, matte, metal, type Part } from '../material.ts'
import { box, lathe, type Mesh, merge, place, surface, sweep } from '../mesh.ts'
import { sequence } from '../vector.ts'
import { put } from './parts.ts'

/** A roll along x with its end pulled out to the front. */
export function foil(drawn = true): Part[] {
  const r = 3.3
  const skin = metal('#e2a790', 0.26, { detail: 'emboss' })
  const roll = place(
    lathe(
      [
        [1.5, -6.3, 0],
        [r, -6.3, 0.03],
        [r, 6.3, 0.03],
        [1.5, 6.3, 0],
      ],
      { segments: 96 },
    ),
    { roll: 90, at: [0, r, 0] },
  )
  const core = place(
    lathe([
      [1.3, -6.32, 0],
      [1.52, -6.32, 0],
      [1.52, 6.32, 0],
      [1.3, 6.32, 0],
      [1.3, -6.32, 0],
    ]),
    { roll: 90, at: [0, r, 0] },
  )
  const sheet = surface(
    (u, v) => {
      const x = (u - 0.5) * 12.6
      if (v < 0.4) {
        const a = (v / 0.4) * 1.75
        return [x, r + Math.cos(a) * (r + 0.03), Math.sin(a) * (r + 0.03)]
      }
      const t = (v - 0.4) / 0.6
      const y = (r + Math.cos(1.75) * r) * (1 - t) ** 2.2 + 0.04 + 0.14 * Math.sin(t * 9 + u * 1.2) * t * (1 - t * 0.6)
      return [x, Math.max(y, 0.03), Math.sin(1.75) * r + t * 9]
    },
    40,
    90,
    { uv: (u, v) => [u * 12.6, v * 14], flip: true },
  )
  return [
    { mesh: drawn ? merge(roll, sheet) : roll, material: skin },
    { mesh: core, material: matte('#c9b299', { rough: 0.8 }) },
  ]
}

/** Upright on its end. */
export const foilUpright = (): Part[] => put(foil(false), { roll: 90, at: [3.3, 6.3, 0] })

export function bowl(content: Material | null): Part[] {
  const parts: Part[] = [
    {
      mesh: lathe(
        [
          [0, 0],
          [3.6, 0, 0.2],
          [3.9, 0.5, 0.3],
          [5.2, 3, 2.5],
          [6.1, 6, 0.4],
          [6.35, 6.15, 0.12],
          [6.2, 6.4, 0.12],
          [5.85, 6.1, 0.3],
          [4.9, 3, 2.5],
          [3.4, 0.8, 0.8],
          [0, 0.7],
        ],
        { segments: 96 },
      ),
      material: matte('#242222', { rough: 0.5 }),
    },
  ]
  if (content) parts.push({ mesh: place(stirred(5.05), { at: [0, 3.4, 0] }), material: content })
  return parts
}

const stirred = (r: number) =>
  surface(
    (u, v) => {
      const a = u * 2 * Math.PI
      const wave = Math.sin(a * 2 - v * 9) * 0.22 * Math.sin(Math.PI * v)
      return [Math.sin(a) * v * r, wave + 0.1 + v * v * 0.15, Math.cos(a) * v * r]
    },
    96,
    40,
    { flip: true },
  )

/** A tint brush along y, bristles up. */
export function tintBrush(): Part[] {
  const random = sequence(9)
  const hairs: Mesh[] = Array.from({ length: 320 }, () => {
    const x = (random() * 2 - 1) * 2.3
    const z = (random() * 2 - 1) * 0.28
    const top = 17.6 + 3.4 + random() * 0.25 - Math.abs(x) * 0.06
    return sweep(
      [
        [x, 17.4, z],
        [x * 1.03, 19.4, z * 1.1],
        [x * 1.05, top, z * 1.3],
      ],
      (t) => 0.036 - t * 0.016,
      3,
    )
  })
  return [
    {
      mesh: merge(
        lathe([
          [0, 0],
          [0.12, 0, 0.05],
          [0.34, 5, 2],
          [0.5, 11, 2],
          [0.42, 14.2, 0.4],
          [0, 14.3],
        ]),
        place(box(5, 3.6, 1, 0.4), { at: [0, 14, 0] }),
      ),
      material: matte('#2a2827', { rough: 0.4 }),
    },
    { mesh: merge(...hairs), material: matte('#191716', { rough: 0.6 }), fine: true },
  ]
}

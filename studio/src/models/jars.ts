import { glass, type Material, type Part } from '../material.ts'
import { lathe, place, surface } from '../mesh.ts'
import { lidOf, open } from './parts.ts'

export function jar(r: number, h: number, body: Material, lid: Material | null, lidHeight: number): Part[] {
  const parts: Part[] = [
    {
      mesh: lathe([
        [0, 0],
        [r * 0.9, 0, 0.3],
        [r, 0.45, 0.5],
        [r, h, 0.16],
        [r * 0.92, h, 0.05],
        [r * 0.92, h + 0.3, 0],
        [0, h + 0.3],
      ]),
      material: body,
    },
  ]
  if (lid) parts.push({ mesh: lidOf(r * 1.005, lidHeight, h + 0.07), material: lid })
  return parts
}

/** An open jar whose filling is drawn up to a peak. */
export function openJar(r: number, h: number, body: Material, filling: Material): Part[] {
  return [
    {
      mesh: lathe(
        open(
          [
            [0, 0],
            [r * 0.9, 0, 0.3],
            [r, 0.45, 0.5],
            [r, h - 0.1, 0.1],
            [r * 0.93, h, 0.06],
            [r * 0.93, h + 0.5, 0.08],
          ],
          0.28,
          0.6,
        ),
      ),
      material: body,
    },
    { mesh: place(swirl(r * 0.93 - 0.26), { at: [0, h - 0.15, 0] }), material: filling },
  ]
}

/** Cream in a jar, swirled with a spatula. */
const swirl = (r: number) =>
  surface(
    (u, v) => {
      const a = u * 2 * Math.PI
      const fall = 1 - v
      const wave = Math.sin(a * 1 + v * 15) * 0.12 * Math.sin(Math.PI * Math.min(1, v * 1.15)) * r * 0.36
      const peak = Math.exp(-(v * v) / 0.012) * r * 0.24
      const bend = Math.exp(-(v * v) / 0.02) * r * 0.08
      return [Math.sin(a) * v * r + bend, wave + peak + fall * 0.08 * r, Math.cos(a) * v * r + bend * 0.5]
    },
    96,
    60,
    { flip: true },
  )

/** Cream behind thick clear glass, as in expensive jars. */
export function glassJar(
  r: number,
  h: number,
  content: Material,
  lid: Material | null,
  decals: Material['decals'],
): Part[] {
  const i = r - 0.75
  const parts: Part[] = [
    {
      mesh: lathe(
        [
          [0, 0],
          [r * 0.86, 0, 0.35],
          [r, 0.7, 0.8],
          [r, h - 0.2, 0.35],
          [r * 0.84, h, 0.1],
          [r * 0.84, h + 0.5, 0],
          [0, h + 0.5],
        ],
        { at: r },
      ),
      material: glass('#f1f5f3', 0.3, { decals }),
    },
    {
      mesh: lathe([
        [0, 1.05],
        [i * 0.8, 1.05, 0.5],
        [i, 1.6, 0.7],
        [i, h + 0.1, 0.03],
        [0, h + 0.1],
      ]),
      material: content,
    },
  ]
  if (lid) parts.push({ mesh: lidOf(r * 0.97, 1.9, h + 0.1), material: lid })
  return parts
}

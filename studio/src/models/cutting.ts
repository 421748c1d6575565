import { copper, matte, metal, type Part, steel } from '../material.ts'
import { lathe, type Mesh, merge, place, sweep } from '../mesh.ts'
import { prism } from '../prism.ts'
import type { Vec } from '../vector.ts'
import { arc, put } from './parts.ts'

/** Flat on the ground, blades to the right, opened by `angle` degrees. */
export function shears(angle = 16): Part[] {
  const blade: [number, number][] = [
    [-1.1, -0.42],
    [0, -0.5],
    [2, -0.44],
    [5, -0.24],
    [7.4, 0.02],
    [7.6, 0.14],
    [7.3, 0.16],
    [3, 0.24],
    [0.4, 0.34],
    [-1.1, 0.3],
  ]
  const half = (flip: number): Part[] => {
    const y = 0.42 + flip * 0.11
    const shank = arc(14, (t) => [-0.8 - t * 3.5, y, flip * (-0.1 - Math.sin(t * 1.2) * 0.75)])
    const at: Vec = flip > 0 ? [-5.5, y, flip * -1.65] : [-5.9, y, flip * -1.65]
    const ring = arc(44, (t) => [at[0] + Math.cos(t * 2 * Math.PI) * 1.35, y, at[2] + Math.sin(t * 2 * Math.PI) * 1.12])
    const rest: Mesh[] =
      flip > 0
        ? [
            sweep(
              arc(10, (t) => [-6.6 - t * 1.5, y - t * t * 0.3, -1.75 * flip - Math.sin(t * 1.6) * 0.9]),
              (t) => 0.2 + t * 0.06,
              10,
            ),
          ]
        : []
    const polished = merge(
      place(
        prism(
          blade.map(([x, z]): [number, number] => [x, z * flip]),
          0.2,
          0.05,
        ),
        { at: [0, y, 0] },
      ),
      sweep(shank, (t) => 0.36 - 0.1 * Math.sin(t * Math.PI), 14),
      sweep(ring, () => 0.27, 14),
      ...rest,
    )
    return put([{ mesh: polished, material: metal('#d6d9dc', 0.12) }], { turn: (flip * angle) / 2 })
  }
  return [
    ...half(1),
    ...half(-1),
    {
      mesh: place(
        lathe(
          [
            [0, 0],
            [0.52, 0, 0.03],
            [0.52, 0.3, 0.08],
            [0.3, 0.34, 0.05],
            [0, 0.3],
          ],
          { ribs: { count: 18, depth: 0.03, from: 0.02, to: 0.24 } },
        ),
        { at: [0, 0.62, 0] },
      ),
      material: copper(0.18),
    },
  ]
}

/** A comb along x; `tail` replaces half of the teeth with a steel pin. */
export function comb(length: number, depth: number, gap: number, tail: boolean): Part[] {
  const from = tail ? -length * 0.05 : -length / 2
  const teeth: Mesh[] = []
  for (let x = from + 0.35; x < length / 2 - 0.3; x += x > 0 && !tail ? gap : gap * 1.55) {
    const thick = (x > 0 && !tail ? gap : gap * 1.5) * 0.33
    teeth.push(
      sweep(
        [
          [x, 0.2, 0.35],
          [x, 0.2, depth * 0.6],
          [x, 0.2, depth - 0.12],
          [x, 0.2, depth],
        ],
        (t) => thick * (1 - t * 0.5),
        8,
      ),
    )
  }
  const spine: [number, number][] = [
    [from, 0.45],
    [from, -0.25],
    [from + 0.3, -0.5],
    [length / 2 - 0.4, -0.42],
    [length / 2, -0.1],
    [length / 2, depth],
    [length / 2 - 0.28, depth],
    [length / 2 - 0.36, 0.45],
  ]
  const ends: [number, number][] = [
    [from, -0.2],
    [from + 0.34, -0.2],
    [from + 0.34, depth],
    [from + 0.06, depth],
  ]
  const resin = matte('#201f20', { rough: 0.36 })
  const parts: Part[] = [
    {
      mesh: merge(
        place(prism(spine, 0.4, 0.08), { at: [0, 0.2, 0] }),
        place(prism(ends, 0.36, 0.06), { at: [0, 0.2, 0] }),
        ...teeth,
      ),
      material: resin,
    },
  ]
  if (tail)
    parts.push({
      mesh: sweep(
        arc(8, (t) => [from + 0.2 - t * length * 0.52, 0.2, 0]),
        (t) => 0.17 - t * 0.1,
        12,
      ),
      material: steel(),
    })
  return parts
}

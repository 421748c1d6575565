import { glass, liquid, matte, metal, type Part } from '../material.ts'
import { lathe } from '../mesh.ts'
import { openJar } from '../models/jars.ts'
import { lidOf, put } from '../models/parts.ts'
import { drop } from '../models/swatches.ts'
import { product } from './arrange.ts'

export const clear = glass('#fbfaf6', 0.2)

export const lidLeaning = (
  r: number,
  h: number,
  material: Part['material'],
  at: [number, number, number],
  turn: number,
): Part[] => put(put([{ mesh: lidOf(r, h, 0), material }], { tilt: 68 }), { at: [at[0], r * 0.94, at[2]], turn })

/** The jar's body with its label, opened. */
export const opened = (handle: string, r: number, h: number, filling: Part['material']): Part[] => {
  const body = product(handle)[0]?.material
  return body ? openJar(r, h, body, filling) : []
}

export const pipette = (): Part[] => [
  {
    mesh: lathe(
      [
        [0, 0],
        [0.14, 0, 0.05],
        [0.34, 1, 0.3],
        [0.34, 7.4, 0],
        [0, 7.4],
      ],
      { segments: 32 },
    ),
    material: clear,
  },
  {
    mesh: lathe(
      [
        [0, 1],
        [0.2, 1.1, 0.1],
        [0.2, 4.6, 0],
        [0, 4.6],
      ],
      { segments: 32 },
    ),
    material: liquid('#d99a3e', 1.2),
  },
  {
    mesh: lathe([
      [0, 7.2],
      [1.2, 7.2, 0.08],
      [1.2, 8.9, 0.1],
      [0, 8.9],
    ]),
    material: metal('#2a2523', 0.3),
  },
  {
    mesh: lathe([
      [0, 8.8],
      [0.78, 8.8, 0.05],
      [0.72, 9.5, 0.4],
      [0.86, 10.5, 0.7],
      [0.62, 11.6, 0.5],
      [0, 11.7],
    ]),
    material: matte('#1f1b19', { rough: 0.5 }),
  },
]

export const drops = (material: Part['material'], spots: [number, number, number][]): Part[] =>
  spots.flatMap(([x, z, r]) => put(drop(r, material), { at: [x, 0, z] }))

export const honey = glass('#e0963a', 1.2)

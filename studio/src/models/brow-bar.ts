import { cream, glass, glossy, matte, metal, type Part } from '../material.ts'
import { box, merge, place, sweep } from '../mesh.ts'
import { sequence, type Vec } from '../vector.ts'
import { put } from './parts.ts'

export function palette(): Part[] {
  const shades = ['#cdb08b', '#a08a78', '#7a6252', '#46342c', '#e9dfcf', '#b98a56', '#8a5234', '#64412c', '#2a211f']
  const pans = shades.flatMap((shade, i): Part[] => {
    const x = ((i % 3) - 1) * 3.5
    const z = (Math.floor(i / 3) - 1) * 2.75
    return [
      { mesh: place(box(3.2, 0.34, 2.45, 0.12), { at: [x, 0.95, z] }), material: metal('#cfccc8', 0.25) },
      {
        mesh: place(box(2.95, 0.3, 2.2, 0.2), { at: [x, 1.06, z] }),
        material: i === 4 ? cream(shade) : matte(shade, { rough: 0.9, detail: 'powder', specular: 0.02 }),
      },
    ]
  })
  const case_ = matte('#33261f', { rough: 0.4 })
  return [
    { mesh: box(11.8, 1.15, 9.4, 0.3), material: case_ },
    ...pans,
    ...put(
      [
        { mesh: place(box(11.8, 0.75, 9.4, 0.28), { at: [0, 0, -4.7] }), material: case_ },
        { mesh: place(box(10.6, 0.1, 8.2, 0.04), { at: [0, 0.72, -4.7] }), material: metal('#dfe3e5', 0.02) },
      ],
      { at: [0, 1.2, -4.6], tilt: 68 },
    ),
  ]
}

export function lashTray(): Part[] {
  const random = sequence(41)
  const rows = 8
  const at = (row: number) => -4.7 + row * 1.22
  const lashes = Array.from({ length: rows }, (_, row) => {
    const length = 0.85 + row * 0.045
    return Array.from({ length: 62 }, (_, i) => {
      const x = -3.1 + i * 0.1016
      const lean = (random() - 0.5) * 0.1
      // A D curl: flat at the root, then up and over.
      return sweep(
        [0, 0.2, 0.4, 0.6, 0.8, 1].map(
          (t): Vec => [
            x + lean * t,
            0.53 + (1 - Math.cos(t * 1.5)) * 0.62 * length,
            at(row) + Math.sin(t * 1.5) * 0.95 * length,
          ],
        ),
        (t) => 0.042 * (1.04 - t),
        3,
      )
    })
  }).flat()
  const strips = Array.from({ length: rows }, (_, row) =>
    place(box(6.6, 0.08, 0.26, 0.03, 3), { at: [0, 0.49, at(row)] }),
  )
  return [
    {
      mesh: box(8.4, 0.5, 12.4, 0.2, 40),
      material: matte('#f1ebe4', { decals: [{ texture: 'volume-lash-tray', rect: [996.8, -6, 1003.2, -4.9] }] }),
    },
    { mesh: merge(...strips), material: matte('#2b2726') },
    { mesh: merge(...lashes), material: matte('#131112', { rough: 0.4 }), fine: true },
    { mesh: place(box(8.8, 0.18, 12.8, 0.08, 3), { at: [0, -0.02, 0] }), material: glossy('#cfc6bd') },
  ]
}

export function file(length: number, tint: string): Part[] {
  return [
    {
      mesh: place(box(length * 0.62, 0.3, 1.25, 0.14), { at: [length * 0.19, 0, 0] }),
      material: matte('#e6ebe8', { rough: 0.7, detail: 'powder', soft: 0.3 }),
    },
    { mesh: place(box(length * 0.38, 0.3, 1.25, 0.14), { at: [-length * 0.31, 0, 0] }), material: glass(tint, 1.6) },
  ]
}

import { copper, matte, type Part } from '../material.ts'
import { box, lathe, place } from '../mesh.ts'
import { print } from './parts.ts'

/** A rigid carton with a lid that protrudes slightly. */
export function kitBox(
  w: number,
  h: number,
  d: number,
  color: string,
  texture: string,
  label: [number, number],
): Part[] {
  const card = matte(color, { rough: 0.62, specular: 0.03 })
  const left = -w / 2 + 1.5
  const top = h * 0.64 - 0.75
  return [
    {
      mesh: box(w, h * 0.64, d, 0.12, 14),
      // On the left, because the box's contents cover its right half.
      material: { ...card, decals: [{ texture, rect: [left, top - label[1], left + label[0], top] }] },
    },
    { mesh: place(box(w + 0.24, h * 0.36, d + 0.24, 0.12, 14), { at: [0, h * 0.645, 0] }), material: card },
    { mesh: place(box(0.9, 0.05, 0.06, 0.02, 2), { at: [0, h * 0.66, d / 2 + 0.14] }), material: copper() },
  ]
}

export const carton = (
  w: number,
  h: number,
  d: number,
  color: string,
  texture: string,
  label: [number, number],
): Part[] => [
  {
    mesh: box(w, h, d, 0.06, 14),
    material: matte(color, { rough: 0.6, decals: [print(texture, label[0], label[1], h - label[1] - 0.7)] }),
  },
]

export const plinth = (r: number, h: number, color: string): Part[] => [
  {
    mesh: lathe(
      [
        [0, 0],
        [r, 0, 0.06],
        [r, h, 0.14],
        [0, h],
      ],
      { segments: 128, step: r / 20 },
    ),
    material: matte(color, { rough: 0.85, detail: 'stone', specular: 0.02 }),
  },
]

export const slab = (w: number, h: number, d: number, color: string): Part[] => [
  { mesh: box(w, h, d, 0.14, 22), material: matte(color, { rough: 0.85, detail: 'stone', specular: 0.02 }) },
]

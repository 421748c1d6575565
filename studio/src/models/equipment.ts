import { glossy, type Material, matte, type Part, steel } from '../material.ts'
import { box, lathe, type Mesh, merge, place, surface, sweep } from '../mesh.ts'
import type { Vec } from '../vector.ts'
import { arc } from './parts.ts'

/** Upright on its handle, nozzle to the left. */
export function dryer(body: Material, accent: Material): Part[] {
  const barrel = lathe(
    [
      [0, -8],
      [2.2, -8, 0.1],
      [3.5, -7.4, 0.7],
      [4.1, -4, 2.5],
      [4.15, 1.5, 2],
      [3.35, 5.6, 1.6],
      [3.2, 6.4, 0.1],
      [0, 6.4],
    ],
    { segments: 96 },
  )
  const turned = (mesh: Mesh) => place(mesh, { roll: 90, at: [0, 18.6, 0] })
  const grille = Array.from({ length: 9 }, (_, i) =>
    lathe([
      [0.35 + i * 0.32, -8.05, 0],
      [0.5 + i * 0.32, -8.12, 0.03],
      [0.62 + i * 0.32, -8.05, 0],
    ]),
  )
  return [
    { mesh: turned(barrel), material: body },
    { mesh: turned(merge(...grille)), material: accent },
    {
      mesh: turned(
        lathe(
          [
            [3.22, 5.7, 0],
            [3.5, 5.72, 0.05],
            [3.42, 6.6, 0.1],
            [3.0, 8.3, 0.8],
            [2.95, 9.6, 0.08],
            [2.75, 9.6, 0.05],
            [2.75, 7, 0],
            [0, 7],
          ],
          { segments: 96 },
        ),
      ),
      material: accent,
    },
    {
      mesh: turned(
        lathe([
          [4.12, -3.62, 0],
          [4.2, -3.6, 0.04],
          [4.2, -3.25, 0.04],
          [4.1, -3.2, 0],
        ]),
      ),
      material: accent,
    },
    {
      mesh: surface(
        (u, v) => {
          const a = u * 2 * Math.PI
          const y = v * 16.2
          const w = 1.75 + 0.35 * (1 - v) ** 3 + 0.5 * v ** 6
          const foot = v < 0.03 ? Math.sqrt(v / 0.03) : 1
          return [Math.sin(a) * w * 0.95 * foot + (1 - v) * 0.9 + 1.1, y, Math.cos(a) * w * foot]
        },
        64,
        60,
      ),
      material: body,
    },
    ...[0, 1].map(
      (i): Part => ({
        mesh: place(box(0.9, 1.5, 0.5, 0.22, 4), { at: [1.55 - i * 0.12, 11.2 + i * 2, 1.62] }),
        material: i ? accent : matte('#f0ece6'),
      }),
    ),
  ]
}

export function dryerCable(): Part[] {
  return [
    {
      mesh: sweep(
        arc(40, (t) => [2 + Math.sin(t * 2.4) * 7 + t * 3, 0.35, -0.5 - t * 8 + Math.sin(t * 4) * 2]),
        () => 0.32,
        12,
      ),
      material: matte('#2b2928'),
    },
  ]
}

/** A white dome, open in front, lit violet inside. */
export function lamp(): Part[] {
  const arch =
    (s: number, power: number) =>
    (u: number, v: number): Vec => {
      const a = u * Math.PI
      const back = Math.sqrt(Math.max(0, 1 - Math.max(0, (v - 0.35) / 0.65) ** 2.6))
      const x = -Math.sign(Math.cos(a)) * Math.abs(Math.cos(a)) ** power * 10.4 * s * (0.12 + 0.88 * back)
      const y = Math.max(0, Math.sin(a)) ** power * 9 * s * (0.02 + 0.98 * back)
      return [x, y + 0.5, 8.6 - v * 17.4 * (s * 0.4 + 0.6)]
    }
  const shell = arch(1, 0.72)
  const inside = arch(0.8, 0.72)
  const rim = surface(
    (u, v) => {
      const p = shell(u, 0)
      const q = inside(u, 0)
      return [p[0] + (q[0] - p[0]) * v, p[1] + (q[1] - p[1]) * v, p[2] + Math.sin(v * Math.PI) * 0.55]
    },
    90,
    12,
    { flip: true },
  )
  const diodes = [0.2, 0.35, 0.5, 0.65, 0.8].flatMap((u) =>
    [0.1, 0.24, 0.4].map((v) =>
      place(
        lathe(
          [
            [0, 0],
            [0.36, 0, 0.05],
            [0.3, 0.16, 0.1],
            [0, 0.2],
          ],
          { segments: 20 },
        ),
        { at: inside(u, v) },
      ),
    ),
  )
  return [
    { mesh: surface(shell, 90, 60), material: glossy('#f3f1f1', { rough: 0.16, soft: 0.1 }) },
    { mesh: rim, material: glossy('#f6f4f4', { rough: 0.16 }) },
    {
      mesh: surface(inside, 70, 30, { flip: true }),
      material: matte('#8577c9', { glow: [0.26, 0.16, 0.82], rough: 0.3 }),
    },
    { mesh: merge(...diodes), material: matte('#ffffff', { glow: [1.3, 1.1, 2.2] }) },
    { mesh: place(box(20.6, 0.6, 18.2, 0.28), { at: [0, 0, -0.1] }), material: glossy('#efedee', { rough: 0.14 }) },
    {
      mesh: place(
        lathe([
          [0, 0],
          [1.5, 0, 0.04],
          [1.45, 0.14, 0.06],
          [0, 0.14],
        ]),
        { at: [0, 9.46, 1.5] },
      ),
      material: steel(0.1),
    },
  ]
}

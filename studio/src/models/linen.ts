import { type Material, matte, type Part } from '../material.ts'
import { box, merge, place, surface } from '../mesh.ts'
import { noise } from '../vector.ts'
import { put } from './parts.ts'

const linen = (color: string): Material => matte(color, { rough: 0.95, specular: 0.015, detail: 'fabric', soft: 0.12 })

/** A rolled-up towel along z, its spiral to the front. */
export function rolledTowel(color: string): Part[] {
  const turns = 4.2
  const thick = 0.62
  const length = 11
  const mesh = surface(
    (u, v) => {
      const a = v * turns * 2 * Math.PI
      const r = 0.5 + (a / (2 * Math.PI)) * thick
      const s = u * 2 * Math.PI
      const around = Math.cos(s)
      const along = Math.sin(s)
      const across = Math.sign(around) * Math.abs(around) ** 0.6 * thick * 0.47
      const z = Math.sign(along) * Math.abs(along) ** 0.18 * (length / 2)
      const end = Math.abs(along) > 0.7 ? Math.abs(around) * 0.1 : 0
      const fluff = noise(a * 2, z * 0.7, 2) * 0.05
      const angle = a - Math.PI * 0.42 - turns * 2 * Math.PI
      return [Math.cos(angle) * (r + across + fluff), Math.sin(angle) * (r + across + fluff), z - end]
    },
    44,
    190,
    { flip: true, uv: (u, v) => [u * 10, v * 60] },
  )
  return put([{ mesh, material: linen(color) }], { at: [0, 0.5 + turns * thick + thick * 0.4, 0] })
}

export function foldedTowel(color: string, y: number, shift: number): Part[] {
  const layers = [0, 1, 2].map((i) => {
    const sheet = place(box(13 - i * 0.12, 0.84, 9, 0.42, 16), { at: [shift + i * 0.04, y + i * 0.82, i * 0.05] })
    for (let k = 0; k < sheet.position.length; k += 3) {
      const [x, yy, z] = [sheet.position[k], sheet.position[k + 1], sheet.position[k + 2]] as [number, number, number]
      sheet.position[k + 1] = yy + noise(x * 0.5, i * 7 + y, z * 0.5) * 0.09
    }
    return sheet
  })
  return [{ mesh: merge(...layers), material: linen(color) }]
}

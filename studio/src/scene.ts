import { type Bvh, buildBvh } from './bvh.ts'
import { type AimedBoxes, aim, type Light } from './light.ts'
import type { Material, Part } from './material.ts'
import type { Vec } from './vector.ts'

export type Ground = { color: Vec /** Strength of the reflections in it. */; gloss: number; rough?: number }
export type Backdrop = {
  color: Vec
  glow: Vec /** Position of the glow: degrees right of and above the view direction. */
  at: [number, number]
  spread: number
}
export type View = {
  yaw: number
  pitch: number
  fov: number
  target: Vec
  distance: number
  shift: [number, number]
  blur: number
  focus?: Vec
}

export type Setting = { light: Light; ground: Ground; backdrop: Backdrop }

export type World = Setting & {
  bvh: Bvh
  boxes: AimedBoxes
  position: Float32Array
  normal: Float32Array
  uv: Float32Array
  index: Int32Array
  /** Light arriving at each vertex: red, green, blue, and the unobstructed share of the room. */
  arriving: Float32Array
  materialOf: Uint16Array
  materials: Material[]
  fine: boolean[]
  low: Vec
  high: Vec
}

export function buildWorld(parts: Part[], setting: Setting): World {
  const vertices = parts.reduce((n, part) => n + part.mesh.position.length / 3, 0)
  const corners = parts.reduce((n, part) => n + part.mesh.index.length, 0)
  const position = new Float32Array(vertices * 3)
  const normal = new Float32Array(vertices * 3)
  const uv = new Float32Array(vertices * 2)
  const index = new Int32Array(corners)
  const materialOf = new Uint16Array(corners / 3)
  const low: Vec = [1e9, 1e9, 1e9]
  const high: Vec = [-1e9, -1e9, -1e9]
  let v = 0
  let c = 0
  parts.forEach(({ mesh }, part) => {
    position.set(mesh.position, v * 3)
    normal.set(mesh.normal, v * 3)
    uv.set(mesh.uv, v * 2)
    mesh.position.forEach((x, i) => {
      if (!Number.isFinite(x)) throw new Error(`Part ${part} has a point that is not a number`)
      low[i % 3] = Math.min(low[i % 3] as number, x)
      high[i % 3] = Math.max(high[i % 3] as number, x)
    })
    for (let i = 0; i < mesh.index.length; i++) index[c + i] = (mesh.index[i] as number) + v
    materialOf.fill(part, c / 3, (c + mesh.index.length) / 3)
    v += mesh.position.length / 3
    c += mesh.index.length
  })
  return {
    ...setting,
    bvh: buildBvh(position, index),
    boxes: aim(setting.light),
    position,
    normal,
    uv,
    index,
    arriving: new Float32Array(vertices * 4),
    materialOf,
    materials: parts.map((part) => part.material),
    fine: parts.map((part) => part.fine ?? false),
    low,
    high,
  }
}

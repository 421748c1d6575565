export type Vec = [number, number, number]

export const add = (a: Vec, b: Vec): Vec => [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
export const sub = (a: Vec, b: Vec): Vec => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
export const scale = (a: Vec, s: number): Vec => [a[0] * s, a[1] * s, a[2] * s]
export const dot = (a: Vec, b: Vec) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
export const cross = (a: Vec, b: Vec): Vec => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]
export const length = (a: Vec) => Math.sqrt(dot(a, a))
export const normalize = (a: Vec): Vec => scale(a, 1 / (length(a) || 1))
export const mix = (a: number, b: number, t: number) => a + (b - a) * t
export const mixVec = (a: Vec, b: Vec, t: number): Vec => [mix(a[0], b[0], t), mix(a[1], b[1], t), mix(a[2], b[2], t)]
export const clamp = (x: number, low = 0, high = 1) => (x < low ? low : Math.min(x, high))
export const smoothstep = (low: number, high: number, x: number) => {
  const t = clamp((x - low) / (high - low))
  return t * t * (3 - 2 * t)
}
export const radians = (degrees: number) => (degrees * Math.PI) / 180

const toLinear = (channel: number) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4)

/** Converts '#rrggbb' to linear light, the only space in which colors are computed. */
export function rgb(hex: string): Vec {
  const n = Number.parseInt(hex.slice(1), 16)
  return [toLinear((n >> 16) / 255), toLinear(((n >> 8) & 255) / 255), toLinear((n & 255) / 255)]
}

export const linearOfByte = Float32Array.from({ length: 256 }, (_, i) => toLinear(i / 255))

function lattice(x: number, y: number, z: number): number {
  let h = Math.imul(x, 374761393) ^ Math.imul(y, 668265263) ^ Math.imul(z, 2147483647)
  h = Math.imul(h ^ (h >>> 13), 1274126177)
  return ((h ^ (h >>> 16)) >>> 0) / 4294967295
}

/** Smooth value noise in [-1, 1]; deterministic, so that a scene always renders the same picture. */
export function noise(x: number, y: number, z: number): number {
  const ix = Math.floor(x)
  const iy = Math.floor(y)
  const iz = Math.floor(z)
  const fx = x - ix
  const fy = y - iy
  const fz = z - iz
  const u = fx * fx * (3 - 2 * fx)
  const v = fy * fy * (3 - 2 * fy)
  const w = fz * fz * (3 - 2 * fz)
  const near = mix(
    mix(lattice(ix, iy, iz), lattice(ix + 1, iy, iz), u),
    mix(lattice(ix, iy + 1, iz), lattice(ix + 1, iy + 1, iz), u),
    v,
  )
  const far = mix(
    mix(lattice(ix, iy, iz + 1), lattice(ix + 1, iy, iz + 1), u),
    mix(lattice(ix, iy + 1, iz + 1), lattice(ix + 1, iy + 1, iz + 1), u),
    v,
  )
  return mix(near, far, w) * 2 - 1
}

/** Repeatable random numbers in [0, 1). */
export function sequence(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

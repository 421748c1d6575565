import { hit, trace } from './bvh.ts'
import { dome } from './light.ts'
import type { World } from './scene.ts'

const domeRays = 54
/** Cosine-weighted directions on a golden spiral: evenly spread, and the same for every point. */
const spiral = Float64Array.from({ length: domeRays * 3 }, (_, i) => {
  const k = Math.floor(i / 3)
  const r = Math.sqrt((k + 0.5) / domeRays)
  const a = k * 2.399963229728653
  return [r * Math.cos(a), r * Math.sin(a), Math.sqrt(1 - r * r)][i % 3] as number
})

const through = new Float64Array(3)
const sky = new Float64Array(3)

/** Traces how much light passes along a ray, tinted by the glass and liquids on its way. */
function transmit(world: World, ox: number, oy: number, oz: number, dx: number, dy: number, dz: number): boolean {
  through.fill(1)
  let x = ox
  let y = oy
  let z = oz
  let inside = -1
  for (let step = 0; step < 14; step++) {
    if (!trace(world.bvh, x, y, z, dx, dy, dz, 1e9)) return true
    const part = world.materialOf[hit.triangle] as number
    const glass = world.materials[part]?.glass
    if (!glass) return false
    const absorb = inside >= 0 ? world.materials[inside]?.glass?.absorb : null
    for (let k = 0; k < 3; k++) {
      let f = glass.kind === 'wall' ? 0.9 : 1
      if (absorb) f *= Math.exp(-(absorb[k] as number) * Math.min(hit.t, 2.5))
      through[k] = (through[k] as number) * f
    }
    inside = inside === part ? -1 : part
    x += dx * (hit.t + 2e-3)
    y += dy * (hit.t + 2e-3)
    z += dz * (hit.t + 2e-3)
  }
  return false
}

/**
 * Gathers the light that arrives at a point with a normal; `out` gets red, green, blue and the unobstructed share of
 * the room.
 */
export function gather(
  world: World,
  px: number,
  py: number,
  pz: number,
  nx: number,
  ny: number,
  nz: number,
  out: Float32Array,
  o: number,
  every = 1,
) {
  const sign = nz >= 0 ? 1 : -1
  const a = -1 / (sign + nz)
  const b = nx * ny * a
  const tx = 1 + sign * nx * nx * a
  const ty = sign * b
  const tz = -sign * nx
  const bx = b
  const by = sign + ny * ny * a
  const bz = -ny
  const ox = px + nx * 0.02
  const oy = Math.max(py + ny * 0.02, 0.004)
  const oz = pz + nz * 0.02
  const { ground, light, materials } = world
  let r = 0
  let g = 0
  let bl = 0
  let open = 0
  for (let k = 0; k < domeRays; k += every) {
    const sx = spiral[k * 3] as number
    const sy = spiral[k * 3 + 1] as number
    const sz = spiral[k * 3 + 2] as number
    const dx = tx * sx + bx * sy + nx * sz
    const dy = ty * sx + by * sy + ny * sz
    const dz = tz * sx + bz * sy + nz * sz
    const struck = trace(world.bvh, ox, oy, oz, dx, dy, dz, 60)
    if (struck) {
      const material = materials[world.materialOf[hit.triangle] as number]
      if (material) {
        // Approximates one bounce from the color of the surface that was hit, which is enough to make nearby objects
        // tint each other.
        const lift = material.glass ? 0.55 : 0.34
        r += material.glass ? lift : material.color[0] * lift + (material.glow?.[0] ?? 0)
        g += material.glass ? lift : material.color[1] * lift + (material.glow?.[1] ?? 0)
        bl += material.glass ? lift : material.color[2] * lift + (material.glow?.[2] ?? 0)
      }
    } else if (dy < -0.01) {
      const near = Math.min(1, 0.35 + (oy / -dy) * 0.05)
      r += ground.color[0] * 0.8 * near
      g += ground.color[1] * 0.8 * near
      bl += ground.color[2] * 0.8 * near
      open++
    } else {
      dome(light, dy, sky)
      r += sky[0] as number
      g += sky[1] as number
      bl += sky[2] as number
      open++
    }
  }
  const rays = Math.ceil(domeRays / every)
  r /= rays
  g /= rays
  bl /= rays
  for (const box of world.boxes)
    for (let s = every >> 1; s < box.to.length; s += every) {
      const { dir, weight } = box.to[s] as (typeof box.to)[number]
      const cos = (dir[0] * nx + dir[1] * ny + dir[2] * nz) * every
      if (cos <= 0) continue
      if (!transmit(world, ox, oy, oz, dir[0], dir[1], dir[2])) continue
      r += weight[0] * cos * (through[0] as number)
      g += weight[1] * cos * (through[1] as number)
      bl += weight[2] * cos * (through[2] as number)
    }
  out[o] = r
  out[o + 1] = g
  out[o + 2] = bl
  out[o + 3] = open / rays
}

/** `every` skips samples: 1 takes all of them, 3 every third. */
export function bakeVertices(world: World, every: number) {
  const { index, materialOf, materials, position: p, normal: n, arriving } = world
  const done = new Uint8Array(p.length / 3)
  for (let c = 0; c < index.length; c++) {
    const v = index[c] as number
    if (done[v]) continue
    done[v] = 1
    const part = materialOf[Math.floor(c / 3)] as number
    const glass = materials[part]?.glass
    if (glass && glass.kind !== 'wall') continue
    const i = v * 3
    gather(
      world,
      p[i] as number,
      p[i + 1] as number,
      p[i + 2] as number,
      n[i] as number,
      n[i + 1] as number,
      n[i + 2] as number,
      arriving,
      v * 4,
      world.fine[part] ? 7 : every,
    )
  }
}

/** Light on the ground: a fine grid around the objects, a coarse one for the long soft shadows. */
export type Floor = { at: (x: number, z: number, out: Float64Array) => void; open: Float32Array }

export function bakeFloor(world: World, every: number): Floor {
  const { low, high } = world
  const reach = Math.max(high[0] - low[0], high[1] - low[1], high[2] - low[2])
  const grid = (x0: number, z0: number, x1: number, z1: number, n: number) => {
    const light = new Float32Array(n * n * 4)
    for (let j = 0; j < n; j++)
      for (let i = 0; i < n; i++) {
        const x = x0 + ((x1 - x0) * i) / (n - 1)
        const z = z0 + ((z1 - z0) * j) / (n - 1)
        gather(world, x, 0, z, 0, 1, 0, light, (j * n + i) * 4, every)
      }
    return { light: soften(light, n), x0, z0, x1, z1, n }
  }
  const margin = reach * 0.14
  const fine = grid(low[0] - margin, low[2] - margin, high[0] + margin, high[2] + margin, every > 2 ? 60 : 92)
  const wide = grid(
    low[0] - reach * 1.9,
    low[2] - reach * 1.9,
    high[0] + reach * 1.9,
    high[2] + reach * 1.5,
    every > 2 ? 44 : 72,
  )
  const open = new Float32Array(4)
  gather(world, low[0] - reach * 9, 0, low[2] + reach * 4, 0, 1, 0, open, 0)

  const read = ({ light, x0, z0, x1, z1, n }: typeof fine, x: number, z: number, k: number) => {
    const fx = Math.min(Math.max(((x - x0) / (x1 - x0)) * (n - 1), 0), n - 1.001)
    const fz = Math.min(Math.max(((z - z0) / (z1 - z0)) * (n - 1), 0), n - 1.001)
    const i = Math.floor(fx)
    const j = Math.floor(fz)
    const u = fx - i
    const v = fz - j
    const o = (j * n + i) * 4 + k
    const below = o + n * 4
    return (
      ((light[o] as number) * (1 - u) + (light[o + 4] as number) * u) * (1 - v) +
      ((light[below] as number) * (1 - u) + (light[below + 4] as number) * u) * v
    )
  }
  /** 1 well inside the grid, 0 at its rim, so that the transition to the next grid is invisible. */
  const inside = ({ x0, z0, x1, z1 }: typeof fine, x: number, z: number, rim: number) => {
    const d = Math.min(x - x0, x1 - x, z - z0, z1 - z) / rim
    return d <= 0 ? 0 : Math.min(d, 1)
  }
  return {
    open,
    at(x, z, out) {
      const a = inside(fine, x, z, margin)
      const b = inside(wide, x, z, reach * 0.9)
      for (let k = 0; k < 4; k++) {
        let value = open[k] as number
        if (b > 0) value = value * (1 - b) + read(wide, x, z, k) * b
        if (a > 0) value = value * (1 - a) + read(fine, x, z, k) * a
        out[k] = value
      }
    },
  }
}

/** Slightly blurs the light samples to remove the remaining steps. */
function soften(light: Float32Array, n: number): Float32Array {
  const out = new Float32Array(light.length)
  for (let j = 0; j < n; j++)
    for (let i = 0; i < n; i++)
      for (let k = 0; k < 4; k++) {
        let sum = 0
        let weight = 0
        for (let b = -1; b <= 1; b++)
          for (let a = -1; a <= 1; a++) {
            const x = i + a
            const y = j + b
            if (x < 0 || y < 0 || x >= n || y >= n) continue
            const w = (a === 0 ? 2 : 1) * (b === 0 ? 2 : 1)
            sum += (light[(y * n + x) * 4 + k] as number) * w
            weight += w
          }
        out[(j * n + i) * 4 + k] = sum / weight
      }
  return out
}

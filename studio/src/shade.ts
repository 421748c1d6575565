import type { Floor } from './bake.ts'
import { hit, trace } from './bvh.ts'
import { roughen } from './detail.ts'
import { room } from './light.ts'
import type { World } from './scene.ts'
import { sample, type Texture } from './texture.ts'
import { clamp, dot, smoothstep, type Vec } from './vector.ts'

export type Look = { ahead: Vec; right: Vec; up: Vec; eye: Vec; focal: number; reach: number }
export type Shader = (
  ox: number,
  oy: number,
  oz: number,
  dx: number,
  dy: number,
  dz: number,
  depth: number,
  out: Float64Array,
) => void

/** The last camera ray's hit: its distance and the part (-1 ground, -2 backdrop). */
export const first = { t: 0, part: -2 }

export function makeShader(world: World, floor: Floor, textures: Map<string, Texture>, look: Look): Shader {
  const { backdrop, ground, light } = world
  const pool = Array.from({ length: 512 }, () => new Float64Array(4))
  let pooled = 0
  const take = () => pool[pooled++ % pool.length] as Float64Array

  const behind = (dx: number, dy: number, dz: number, out: Float64Array) => {
    const d: Vec = [dx, dy, dz]
    const a = Math.max(dot(d, look.ahead), 0.15)
    const x = ((dot(d, look.right) / a) * 57 - backdrop.at[0]) / backdrop.spread
    const y = ((dot(d, look.up) / a) * 57 - backdrop.at[1]) / backdrop.spread
    const glow = Math.exp(-(x * x + y * y))
    for (let k = 0; k < 3; k++) out[k] = (backdrop.color[k] as number) + (backdrop.glow[k] as number) * glow
  }

  const onGround = (
    ox: number,
    oz: number,
    dx: number,
    dy: number,
    dz: number,
    t: number,
    depth: number,
    out: Float64Array,
  ) => {
    const x = ox + dx * t
    const z = oz + dz * t
    const e = take()
    floor.at(x, z, e)
    for (let k = 0; k < 3; k++) out[k] = (ground.color[k] as number) * (e[k] as number)
    if (ground.gloss > 0 && depth < 2) {
      const wobble = ground.rough ?? 0
      if (trace(world.bvh, x, 0.003, z, dx + wobble, -dy, dz, look.reach)) {
        const facing = 1 + dy
        const weight = ground.gloss * (0.3 + 0.7 * facing ** 3) * Math.exp((-hit.t * 3.2) / look.reach)
        if (weight > 0.01) {
          const c = take()
          shade(x, 0.003, z, dx + wobble, -dy, dz, depth + 1, c)
          for (let k = 0; k < 3; k++) out[k] = (out[k] as number) * (1 - weight) + (c[k] as number) * weight
        }
      }
    }
    const from = (x - look.eye[0]) * look.ahead[0] + (z - look.eye[2]) * look.ahead[2]
    const flat = Math.hypot(look.ahead[0], look.ahead[2])
    const far = smoothstep(0.1, 3.4, (from / flat - Math.hypot(look.eye[0], look.eye[2])) / look.reach)
    if (far > 0) {
      const c = take()
      behind(dx, dy, dz, c)
      for (let k = 0; k < 3; k++) out[k] = (out[k] as number) * (1 - far) + (c[k] as number) * far
    }
  }

  /** Light in glass: refracted at every wall, dimmed by what it passes through, reflected at grazing angles. */
  const throughGlass = (
    ox: number,
    oy: number,
    oz: number,
    dx: number,
    dy: number,
    dz: number,
    depth: number,
    out: Float64Array,
  ) => {
    let [x, y, z, vx, vy, vz] = [ox, oy, oz, dx, dy, dz]
    let [tr, tg, tb] = [1, 1, 1]
    let medium: Vec = [0, 0, 0]
    let wall: Vec = [0, 0, 0]
    out.fill(0)
    const n = take()
    const c = take()
    for (let step = 0; step < 16; step++) {
      const struck = trace(world.bvh, x, y, z, vx, vy, vz, 1e9)
      const part = struck ? (world.materialOf[hit.triangle] as number) : -1
      const material = struck ? world.materials[part] : null
      const glass = material?.glass
      const t = struck ? hit.t : vy < 0 ? -y / vy : 0
      const run = Math.min(t, look.reach)
      tr *= Math.exp(-medium[0] * run)
      tg *= Math.exp(-medium[1] * run)
      tb *= Math.exp(-medium[2] * run)
      if (!struck || !glass || !material) break
      normalAt(n)
      let [nx, ny, nz] = [n[0] as number, n[1] as number, n[2] as number]
      const px = x + vx * t
      const py = y + vy * t
      const pz = z + vz * t
      const into = vx * nx + vy * ny + vz * nz < 0
      if (glass.kind === 'wall' && into && material.decals.length > 0) {
        const cover = printed(material.decals, c, t)
        if (cover > 0.02) {
          const e = take()
          arrivingAt(e)
          const keep = [tr * cover, tg * cover, tb * cover]
          for (let k = 0; k < 3; k++)
            out[k] = (out[k] as number) + (c[k] as number) * (e[k] as number) * (keep[k] as number)
          tr *= 1 - cover
          tg *= 1 - cover
          tb *= 1 - cover
        }
      }
      if (glass.kind === 'liquid') {
        medium = into ? glass.absorb : wall
      } else {
        const eta = (glass.kind === 'wall') === into ? 1 / glass.ior : glass.ior
        if (!into) [nx, ny, nz] = [-nx, -ny, -nz]
        const cos = clamp(-(vx * nx + vy * ny + vz * nz))
        const k2 = 1 - eta * eta * (1 - cos * cos)
        const rx = vx + 2 * cos * nx
        const ry = vy + 2 * cos * ny
        const rz = vz + 2 * cos * nz
        if (k2 < 0) {
          ;[vx, vy, vz] = [rx, ry, rz]
        } else {
          const out2 = Math.sqrt(k2)
          const f = 0.036 + 0.964 * (1 - Math.min(cos, out2)) ** 5
          if (glass.kind === 'wall' && into && depth < 2) {
            const side = take()
            mirrored(px + nx * 0.01, py + ny * 0.01, pz + nz * 0.01, rx, ry, rz, material.rough, depth + 1, side)
            out[0] = (out[0] as number) + tr * f * (side[0] as number)
            out[1] = (out[1] as number) + tg * f * (side[1] as number)
            out[2] = (out[2] as number) + tb * f * (side[2] as number)
          } else if (glass.kind === 'cavity') {
            room(light, world.boxes, rx, ry, rz, 0.05, c)
            out[0] = (out[0] as number) + tr * f * 0.6 * (c[0] as number)
            out[1] = (out[1] as number) + tg * f * 0.6 * (c[1] as number)
            out[2] = (out[2] as number) + tb * f * 0.6 * (c[2] as number)
          }
          tr *= 1 - f
          tg *= 1 - f
          tb *= 1 - f
          const s = eta * cos - out2
          ;[vx, vy, vz] = [eta * vx + s * nx, eta * vy + s * ny, eta * vz + s * nz]
          if (glass.kind === 'wall') {
            wall = into ? glass.absorb : [0, 0, 0]
            medium = wall
          } else medium = into ? [0, 0, 0] : wall
        }
      }
      x = px + vx * 1e-3
      y = py + vy * 1e-3
      z = pz + vz * 1e-3
    }
    const end = take()
    shade(x, y, z, vx, vy, vz, Math.max(depth + 1, 2), end)
    out[0] = (out[0] as number) + tr * (end[0] as number)
    out[1] = (out[1] as number) + tg * (end[1] as number)
    out[2] = (out[2] as number) + tb * (end[2] as number)
  }

  const weights = { a: 0, b: 0, c: 0, i: 0, j: 0, k: 0 }
  const corners = () => {
    const t = hit.triangle * 3
    weights.i = world.index[t] as number
    weights.j = world.index[t + 1] as number
    weights.k = world.index[t + 2] as number
    weights.b = hit.u
    weights.c = hit.v
    weights.a = 1 - hit.u - hit.v
  }
  const between = (list: Float32Array, size: number, o: number) =>
    (list[weights.i * size + o] as number) * weights.a +
    (list[weights.j * size + o] as number) * weights.b +
    (list[weights.k * size + o] as number) * weights.c
  const normalAt = (n: Float64Array) => {
    corners()
    const x = between(world.normal, 3, 0)
    const y = between(world.normal, 3, 1)
    const z = between(world.normal, 3, 2)
    const l = Math.sqrt(x * x + y * y + z * z) || 1
    n[0] = x / l
    n[1] = y / l
    n[2] = z / l
  }
  const arrivingAt = (e: Float64Array) => {
    for (let k = 0; k < 4; k++) e[k] = between(world.arriving, 4, k)
  }
  /** The ink at the last hit: writes its color to `c` and returns its coverage. */
  const ink = { metal: 0, rough: -1 }
  const printed = (decals: World['materials'][number]['decals'], c: Float64Array, t: number): number => {
    const u = between(world.uv, 2, 0)
    const v = between(world.uv, 2, 1)
    for (const decal of decals) {
      const [left, bottom, right, top] = decal.rect
      if (u < left || u > right || v < bottom || v > top) continue
      const texture = textures.get(decal.texture)
      if (!texture) throw new Error(`No label ${decal.texture}`)
      sample(texture, (u - left) / (right - left), (v - bottom) / (top - bottom), look.focal / Math.max(t, 1), c)
      ink.metal = decal.metal ?? 0
      ink.rough = decal.rough ?? -1
      return c[3] as number
    }
    return 0
  }

  /** A reflection: nearby objects if the surface is smooth enough to show them, else the room. */
  const mirrored = (
    ox: number,
    oy: number,
    oz: number,
    dx: number,
    dy: number,
    dz: number,
    rough: number,
    depth: number,
    out: Float64Array,
  ) => {
    const c = take()
    if (rough < 0.3 && depth < 3) {
      const struck = trace(world.bvh, ox, oy, oz, dx, dy, dz, look.reach * 3)
      if (struck || dy < -0.02) {
        shade(ox, oy, oz, dx, dy, dz, depth + 1, out)
        const fade = clamp(rough * 2.4)
        if (fade > 0) {
          room(light, world.boxes, dx, Math.max(dy, 0.02), dz, rough, c)
          for (let k = 0; k < 3; k++) out[k] = (out[k] as number) * (1 - fade) + Math.min(c[k] as number, 0.7) * fade
        }
        return
      }
    }
    room(light, world.boxes, dx, dy, dz, rough, out)
    const below = 1 - smoothstep(-0.12 - rough * 0.5, 0.04 + rough * 0.5, dy)
    if (below > 0)
      for (let k = 0; k < 3; k++) out[k] = (out[k] as number) * (1 - below) + (ground.color[k] as number) * 0.8 * below
  }

  const shade: Shader = (ox, oy, oz, dx, dy, dz, depth, out) => {
    const toGround = dy < -1e-5 && oy > 0 ? -oy / dy : 1e9
    const struck = trace(world.bvh, ox, oy, oz, dx, dy, dz, toGround)
    if (depth === 0) {
      first.t = struck ? hit.t : toGround
      first.part = struck ? (world.materialOf[hit.triangle] as number) : toGround < 1e9 ? -1 : -2
    }
    if (!struck) {
      if (toGround < 1e9) onGround(ox, oz, dx, dy, dz, toGround, depth, out)
      else if (depth === 0) behind(dx, dy, dz, out)
      else {
        room(light, world.boxes, dx, dy, dz, 0.04, out)
        const c = take()
        behind(dx, dy, dz, c)
        const ahead = smoothstep(0.2, 0.8, dot([dx, dy, dz], look.ahead))
        for (let k = 0; k < 3; k++) out[k] = (out[k] as number) * (1 - ahead) + (c[k] as number) * ahead
      }
      return
    }
    const material = world.materials[world.materialOf[hit.triangle] as number]
    if (!material) return
    if (material.glass) {
      if (depth < 4) throughGlass(ox, oy, oz, dx, dy, dz, depth, out)
      else behind(dx, dy, dz, out)
      return
    }
    const t = hit.t
    const px = ox + dx * t
    const py = oy + dy * t
    const pz = oz + dz * t
    const n = take()
    const e = take()
    const c = take()
    normalAt(n)
    arrivingAt(e)
    let tone = 1
    if (material.detail)
      tone = roughen(material.detail, n, between(world.uv, 2, 0), between(world.uv, 2, 1), px, py, pz)
    let [red, green, blue] = material.color
    let { rough, metal } = material
    if (material.decals.length > 0) {
      const cover = printed(material.decals, c, t)
      red += ((c[0] as number) - red) * cover
      green += ((c[1] as number) - green) * cover
      blue += ((c[2] as number) - blue) * cover
      metal += (ink.metal - metal) * cover
      if (ink.rough >= 0) rough += (ink.rough - rough) * cover
    }
    red *= tone
    green *= tone
    blue *= tone
    let cos = -(dx * (n[0] as number) + dy * (n[1] as number) + dz * (n[2] as number))
    if (cos < 0) {
      for (let k = 0; k < 3; k++) n[k] = -(n[k] as number)
      cos = -cos
    }
    const rx = dx + 2 * cos * (n[0] as number)
    const ry = dy + 2 * cos * (n[1] as number)
    const rz = dz + 2 * cos * (n[2] as number)
    const r = take()
    mirrored(
      px + (n[0] as number) * 0.01,
      py + (n[1] as number) * 0.01,
      pz + (n[2] as number) * 0.01,
      rx,
      ry,
      rz,
      rough,
      depth,
      r,
    )
    const seen = clamp((e[3] as number) * 1.25)
    const shadowed = seen + (1 - seen) * (rough < 0.3 ? 0.75 : 0.25)
    const edge = (1 - cos) ** 5 * (1 - rough * 0.75)
    const color = [red, green, blue]
    for (let k = 0; k < 3; k++) {
      const base = color[k] as number
      const f0 = material.specular * (1 - metal) + base * metal
      const f = (f0 + (1 - f0) * edge) * shadowed
      const arriving = (e[k] as number) * (1 - material.soft) + (0.25 + 0.75 * (e[k] as number)) * material.soft
      out[k] = base * arriving * (1 - metal) * (1 - f) + (r[k] as number) * f + (material.glow?.[k] ?? 0)
    }
  }
  return shade
}

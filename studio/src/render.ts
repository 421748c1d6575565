import { bakeFloor, bakeVertices } from './bake.ts'
import type { Part } from './material.ts'
import { buildWorld, type Setting, type View } from './scene.ts'
import { first, type Look, makeShader } from './shade.ts'
import type { Texture } from './texture.ts'
import { add, clamp, cross, normalize, radians, scale, type Vec } from './vector.ts'

export type Shot = { parts: Part[]; setting: Setting; view: View; width: number; height: number; draft: boolean }

function lookOf(view: View, height: number, reach: number): Look {
  const yaw = radians(view.yaw)
  const pitch = radians(view.pitch)
  const back: Vec = [Math.sin(yaw) * Math.cos(pitch), Math.sin(pitch), Math.cos(yaw) * Math.cos(pitch)]
  const ahead = scale(back, -1)
  const right = normalize(cross(ahead, [0, 1, 0]))
  const focal = height / 2 / Math.tan(radians(view.fov) / 2)
  return { ahead, right, up: cross(right, ahead), eye: add(view.target, scale(back, view.distance)), focal, reach }
}

/** Keeps darker tones; the brightest roll off like film instead of clipping. */
const develop = (x: number) => {
  const y = x < 0.68 ? x : 0.68 + 0.32 * (1 - Math.exp(-(x - 0.68) / 0.36))
  return y <= 0.0031308 ? y * 12.92 : 1.055 * y ** (1 / 2.4) - 0.055
}

const inner: [number, number][] = [
  [-0.375, -0.125],
  [0.125, -0.375],
  [0.375, 0.125],
  [-0.125, 0.375],
  [-0.2, -0.42],
  [0.42, -0.2],
  [0.2, 0.42],
  [-0.42, 0.2],
]

/** Renders one picture as RGB bytes. */
export function render(
  { parts, setting, view, width, height, draft }: Shot,
  textures: Map<string, Texture>,
): Uint8Array {
  const world = buildWorld(parts, setting)
  bakeVertices(world, draft ? 3 : 2)
  const floor = bakeFloor(world, draft ? 3 : 1)
  const reach = Math.max(world.high[0] - world.low[0], world.high[1] - world.low[1], 6)
  const look = lookOf(view, height, reach)
  const shade = makeShader(world, floor, textures, look)
  const color = new Float32Array(width * height * 3)
  const part = new Int16Array(width * height)
  const depth = new Float32Array(width * height)
  const out = new Float64Array(4)

  const ray = (x: number, y: number) => {
    const sx = (x - width * (0.5 + view.shift[0])) / look.focal
    const sy = (height * (0.5 + view.shift[1]) - y) / look.focal
    const d = normalize(add(look.ahead, add(scale(look.right, sx), scale(look.up, sy))))
    shade(look.eye[0], look.eye[1], look.eye[2], d[0], d[1], d[2], 0, out)
  }
  const film = (k: number) => 1 - Math.exp(-Math.max(out[k] as number, 0) * 1.4)

  const point = (x: number, y: number) => {
    const i = y * width + x
    if (known[i]) return
    known[i] = 1
    ray(x + 0.5, y + 0.5)
    for (let k = 0; k < 3; k++) color[i * 3 + k] = out[k] as number
    part[i] = first.part
    depth[i] = first.t
  }
  const known = new Uint8Array(width * height)
  const busy = (i: number) => part[i] !== undefined && (part[i] as number) >= 0 && detailed[part[i] as number]
  const detailed = world.materials.map(
    (material, i) => world.fine[i] || material.decals.length > 0 || material.detail !== null || material.glass !== null,
  )
  fillIn({ width, height, color, part, depth, point, busy }, draft ? 2 : 4)
  const plain = color.slice()
  const tone = (i: number) =>
    1 - Math.exp(-((plain[i * 3] as number) + (plain[i * 3 + 1] as number) * 2 + (plain[i * 3 + 2] as number)) * 0.35)
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x
      const here = tone(i)
      let rough = false
      for (const j of [i - 1, i + 1, i - width, i + width]) {
        if (part[j] !== part[i] && part[i] !== -2 && part[j] !== -2) rough = true
        if (Math.abs(tone(j) - here) > 0.028) rough = true
      }
      if (!rough) continue
      // Averages after the film curve, so that a bright edge does not dominate its dark neighbor.
      const sum = [0, 0, 0]
      for (const [a, b] of inner) {
        ray(x + 0.5 + a, y + 0.5 + b)
        for (let k = 0; k < 3; k++) sum[k] = (sum[k] as number) + film(k)
      }
      for (let k = 0; k < 3; k++)
        color[i * 3 + k] = -Math.log(Math.max(1e-6, 1 - (sum[k] as number) / inner.length)) / 1.4
    }
  const sharp = view.blur > 0 ? defocus(color, depth, width, height, view) : color
  return expose(sharp, width, height, setting.light.exposure)
}

type Canvas = {
  width: number
  height: number
  color: Float32Array
  part: Int16Array
  depth: Float32Array
  point: (x: number, y: number) => void
  busy: (i: number) => boolean | undefined
}

/** Computes the corners of small cells, then all points of the cells with detail; interpolates the rest. */
function fillIn({ width, height, color, part, depth, point, busy }: Canvas, cell: number) {
  const columns = Math.ceil((width - 1) / cell)
  const rows = Math.ceil((height - 1) / cell)
  const at = (i: number, limit: number) => Math.min(i * cell, limit - 1)
  for (let j = 0; j <= rows; j++) for (let i = 0; i <= columns; i++) point(at(i, width), at(j, height))
  const eventful = new Uint8Array(columns * rows)
  const apart = (a: number, b: number) => {
    for (let k = 0; k < 3; k++) {
      const x = color[a * 3 + k] as number
      const y = color[b * 3 + k] as number
      if (Math.abs(x - y) > 0.012 + 0.03 * Math.max(x, y)) return true
    }
    return false
  }
  for (let j = 0; j < rows; j++)
    for (let i = 0; i < columns; i++) {
      const [x0, x1, y0, y1] = [at(i, width), at(i + 1, width), at(j, height) * width, at(j + 1, height) * width]
      const a = y0 + x0
      const others = [y0 + x1, y1 + x0, y1 + x1]
      if (busy(a) || others.some((b) => part[b] !== part[a] || apart(a, b))) eventful[j * columns + i] = 1
    }
  const lively = (i: number, j: number) => {
    for (let b = Math.max(0, j - 1); b <= Math.min(rows - 1, j + 1); b++)
      for (let a = Math.max(0, i - 1); a <= Math.min(columns - 1, i + 1); a++)
        if (eventful[b * columns + a]) return true
    return false
  }
  for (let j = 0; j < rows; j++)
    for (let i = 0; i < columns; i++) {
      const [x0, x1, y0, y1] = [at(i, width), at(i + 1, width), at(j, height), at(j + 1, height)]
      const traced = lively(i, j)
      for (let y = y0; y <= y1; y++)
        for (let x = x0; x <= x1; x++) {
          if (traced) {
            point(x, y)
            continue
          }
          const u = (x - x0) / Math.max(1, x1 - x0)
          const v = (y - y0) / Math.max(1, y1 - y0)
          const mixed = (list: Float32Array, n: number, k: number) =>
            ((list[(y0 * width + x0) * n + k] as number) * (1 - u) + (list[(y0 * width + x1) * n + k] as number) * u) *
              (1 - v) +
            ((list[(y1 * width + x0) * n + k] as number) * (1 - u) + (list[(y1 * width + x1) * n + k] as number) * u) *
              v
          const o = y * width + x
          if ((x === x0 || x === x1) && (y === y0 || y === y1)) continue
          for (let k = 0; k < 3; k++) color[o * 3 + k] = mixed(color, 3, k)
          depth[o] = mixed(depth, 1, 0)
          part[o] = part[y0 * width + x0] as number
        }
    }
}

/** Depth of field: each point gathers from the neighbors within its own or their circle of confusion. */
function defocus(color: Float32Array, depth: Float32Array, width: number, height: number, view: View): Float32Array {
  const focus = view.distance
  const out = new Float32Array(color.length)
  const circle = new Float32Array(depth.length)
  for (let i = 0; i < depth.length; i++) {
    const d = Math.min(depth[i] as number, focus * 2.2)
    circle[i] = Math.min(22, (Math.abs(d - focus) / d) * view.blur * width * 0.05)
  }
  const taps = 56
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      let [r, g, b, w] = [0, 0, 0, 0]
      for (let k = 0; k < taps; k++) {
        const radius = Math.sqrt((k + 0.5) / taps) * 22
        const a = k * 2.399963
        const sx = Math.round(x + Math.cos(a) * radius)
        const sy = Math.round(y + Math.sin(a) * radius)
        if (sx < 0 || sy < 0 || sx >= width || sy >= height) continue
        const j = sy * width + sx
        const reach =
          (depth[j] as number) > (depth[i] as number) + 0.3
            ? Math.min(circle[j] as number, circle[i] as number)
            : (circle[j] as number)
        const weight = clamp(reach - radius + 1)
        if (weight <= 0) continue
        const even = weight / Math.max(1, reach * reach)
        r += (color[j * 3] as number) * even
        g += (color[j * 3 + 1] as number) * even
        b += (color[j * 3 + 2] as number) * even
        w += even
      }
      const own = 1 / Math.max(1, (circle[i] as number) ** 2) / (1 + (circle[i] as number))
      w += own
      out[i * 3] = (r + (color[i * 3] as number) * own) / w
      out[i * 3 + 1] = (g + (color[i * 3 + 1] as number) * own) / w
      out[i * 3 + 2] = (b + (color[i * 3 + 2] as number) * own) / w
    }
  return out
}

function expose(color: Float32Array, width: number, height: number, exposure: number): Uint8Array {
  const bytes = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const i = (y * width + x) * 3
      const vx = x / width - 0.5
      const vy = y / height - 0.5
      const vignette = 1 - 0.3 * (vx * vx + vy * vy)
      for (let k = 0; k < 3; k++)
        bytes[i + k] = Math.round(clamp(develop((color[i + k] as number) * exposure * vignette)) * 255)
    }
  return bytes
}

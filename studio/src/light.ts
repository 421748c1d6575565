import { add, clamp, cross, dot, normalize, scale, smoothstep, type Vec } from './vector.ts'

/** A distant rectangular soft box: the direction to its middle, and half its angular width and height. */
export type SoftBox = { to: Vec; size: [number, number]; level: number; color?: Vec; grid?: number }

export type Light = {
  boxes: SoftBox[]
  /** The rest of the room, by height. */
  top: Vec
  horizon: Vec
  exposure: number
}

type AimedLight = { c: Vec; x: Vec; y: Vec; w: number; h: number; level: Vec; to: { dir: Vec; weight: Vec }[] }

/** Prepares the boxes with their axes and a fixed grid of sample directions, each weighted by its solid angle. */
export function aim(light: Light): AimedLight[] {
  return light.boxes.map(({ to, size: [w, h], level, color = [1, 1, 1], grid = 6 }) => {
    const c = normalize(to)
    const x = normalize(cross(Math.abs(c[1]) > 0.98 ? [0, 0, 1] : [0, 1, 0], c))
    const y = cross(c, x)
    const samples: { dir: Vec; weight: Vec }[] = []
    for (let i = 0; i < grid; i++)
      for (let j = 0; j < grid; j++) {
        // A lattice rotated against the box's sides, so that straight shadow edges fade instead of stepping.
        const a = ((i + 0.5) / grid + (j * 0.618034) / grid) % 1
        const b = (j + 0.5) / grid
        const sx = (a * 2 - 1) * w
        const sy = (b * 2 - 1) * h
        const raw = add(c, add(scale(x, sx), scale(y, sy)))
        const far = dot(raw, raw)
        const solid = (4 * w * h) / (grid * grid) / (far * Math.sqrt(far))
        samples.push({ dir: normalize(raw), weight: scale(color, (level * solid) / Math.PI) })
      }
    return { c, x, y, w, h, level: scale(color, level), to: samples }
  })
}

export type AimedBoxes = AimedLight[]

export function dome(light: Light, y: number, out: Float64Array) {
  const t = smoothstep(-0.25, 0.9, y)
  for (let k = 0; k < 3; k++) out[k] = (light.horizon[k] as number) * (1 - t) + (light.top[k] as number) * t
}

/** Computes the room's light that a mirror of the given roughness reflects in a direction. */
export function room(
  light: Light,
  boxes: AimedBoxes,
  dx: number,
  dy: number,
  dz: number,
  rough: number,
  out: Float64Array,
) {
  dome(light, dy, out)
  const blur = 0.035 + rough * 0.9
  for (const box of boxes) {
    const a = dx * box.c[0] + dy * box.c[1] + dz * box.c[2]
    if (a <= 0.02) continue
    const u = Math.abs(dx * box.x[0] + dy * box.x[1] + dz * box.x[2]) / a
    const v = Math.abs(dx * box.y[0] + dy * box.y[1] + dz * box.y[2]) / a
    if (u > box.w + blur || v > box.h + blur) continue
    // Blurring preserves the box's total light: a wider box is dimmer.
    const spread = Math.min(1, box.w / (box.w * 0.5 + blur * 0.5)) * Math.min(1, box.h / (box.h * 0.5 + blur * 0.5))
    const s = (1 - smoothstep(box.w - blur, box.w + blur, u)) * (1 - smoothstep(box.h - blur, box.h + blur, v))
    const f = s * clamp(spread) * Math.min(1, a * 4)
    out[0] = (out[0] as number) + box.level[0] * f
    out[1] = (out[1] as number) + box.level[1] * f
    out[2] = (out[2] as number) + box.level[2] * f
  }
}

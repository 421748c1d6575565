import type { Light, SoftBox } from './light.ts'
import type { Part } from './material.ts'
import type { Setting, View } from './scene.ts'
import { add, cross, dot, mixVec, normalize, radians, rgb, scale, sub, type Vec } from './vector.ts'

export type Mood = 'soft' | 'sun' | 'back' | 'dark'

const boxes: Record<Mood, SoftBox[]> = {
  soft: [
    { to: [-0.85, 0.62, 0.42], size: [0.42, 0.55], level: 5.2, grid: 6 },
    { to: [0.98, 0.28, 0.02], size: [0.13, 0.85], level: 4.6, color: [0.96, 0.98, 1], grid: 4 },
    { to: [0.1, 1, -0.35], size: [0.55, 0.3], level: 2.2, grid: 4 },
  ],
  sun: [
    { to: [-0.92, 0.56, -0.12], size: [0.12, 0.12], level: 58, color: [1, 0.93, 0.83], grid: 7 },
    { to: [0.9, 0.4, 0.4], size: [0.24, 0.75], level: 1.7, color: [0.93, 0.97, 1], grid: 4 },
    { to: [-0.6, 0.35, 0.85], size: [0.13, 0.7], level: 2, grid: 3 },
  ],
  back: [
    { to: [0.55, 0.55, -0.85], size: [0.36, 0.36], level: 6.8, color: [1, 0.97, 0.92], grid: 6 },
    { to: [-0.95, 0.35, 0.3], size: [0.2, 0.8], level: 5.2, grid: 5 },
    { to: [0.2, 0.5, 1], size: [0.5, 0.4], level: 1.1, grid: 4 },
  ],
  dark: [
    { to: [-0.9, 0.55, 0.25], size: [0.24, 0.6], level: 6.4, color: [1, 0.97, 0.93], grid: 6 },
    { to: [0.98, 0.3, -0.2], size: [0.12, 0.8], level: 7, color: [0.95, 0.97, 1], grid: 4 },
    { to: [0, 1, -0.2], size: [0.5, 0.3], level: 2, grid: 4 },
  ],
}

/** The studio in one hue: ground and backdrop of the same paper, lighter where the light falls behind the subject. */
export function studio(hue: string, mood: Mood = 'soft', gloss = 0.16): Setting {
  const paper = rgb(hue)
  const dark = mood === 'dark'
  const fill = dark ? 0.24 : mood === 'sun' ? 0.4 : 0.44
  const tinted = (level: number): Vec => scale(mixVec([1, 1, 1], scale(paper, 1 / Math.max(...paper)), 0.14), level)
  const light: Light = {
    boxes: boxes[mood],
    top: tinted(fill),
    horizon: tinted(fill * 0.72),
    exposure: dark ? 0.92 : 0.86,
  }
  const right = mood === 'back' ? 5 : -4
  return {
    light,
    ground: { color: paper, gloss },
    backdrop: {
      color: scale(paper, dark ? 0.42 : 0.72),
      glow: scale(mixVec(paper, [1, 1, 1], dark ? 0.03 : 0.1), dark ? 0.55 : 0.5),
      at: [right, 3],
      spread: dark ? 9 : 13,
    },
  }
}

export type Framing = {
  yaw?: number
  pitch?: number
  fov?: number
  /** Share of the picture's width and height that the subject may fill. */
  fill?: [number, number]
  /** Offset of the picture, in shares of its width (right) and height (down). */
  shift?: [number, number]
  /** Aims at a point instead of the whole: shares of the subject's box, and the zoom factor. */
  close?: { at: Vec; zoom: number }
  blur?: number
}

/** Places a camera so that all of `subject` is visible at the requested size. */
export function frame(
  subject: Part[],
  aspect: number,
  { yaw = 0, pitch = 7, fov = 17, fill = [0.66, 0.62], shift = [0, 0.02], close, blur = 0 }: Framing,
): View {
  const points: Vec[] = []
  for (const { mesh } of subject)
    for (let i = 0; i + 2 < mesh.position.length; i += 15)
      points.push([mesh.position[i] as number, mesh.position[i + 1] as number, mesh.position[i + 2] as number])
  const low = [0, 1, 2].map((k) => points.reduce((m, p) => Math.min(m, p[k] as number), 1e9)) as Vec
  const high = [0, 1, 2].map((k) => points.reduce((m, p) => Math.max(m, p[k] as number), -1e9)) as Vec
  const back: Vec = [
    Math.sin(radians(yaw)) * Math.cos(radians(pitch)),
    Math.sin(radians(pitch)),
    Math.cos(radians(yaw)) * Math.cos(radians(pitch)),
  ]
  const right = normalize(cross(scale(back, -1), [0, 1, 0]))
  const up = cross(right, scale(back, -1))
  let target: Vec = scale(add(low, high), 0.5)
  let distance = 100
  const half = Math.tan(radians(fov) / 2)
  for (let round = 0; round < 12; round++) {
    const seen = [1e9, 1e9, -1e9, -1e9]
    for (const p of points) {
      const d = sub(p, add(target, scale(back, distance)))
      const depth = -dot(d, back)
      const x = dot(d, right) / depth / half / aspect
      const y = dot(d, up) / depth / half
      seen[0] = Math.min(seen[0] as number, x)
      seen[1] = Math.min(seen[1] as number, y)
      seen[2] = Math.max(seen[2] as number, x)
      seen[3] = Math.max(seen[3] as number, y)
    }
    const [x0, y0, x1, y1] = seen as [number, number, number, number]
    target = add(
      target,
      add(scale(right, ((x0 + x1) / 2) * half * aspect * distance), scale(up, ((y0 + y1) / 2) * half * distance)),
    )
    distance *= Math.max((x1 - x0) / 2 / fill[0], (y1 - y0) / 2 / fill[1])
  }
  if (close) {
    target = low.map((l, k) => l + ((high[k] as number) - l) * (close.at[k] as number)) as Vec
    distance /= close.zoom
  }
  return { yaw, pitch, fov, target, distance, shift, blur }
}

import { linearOfByte } from './vector.ts'

/** A label with its mipmaps; bytes of sRGB with straight alpha. */
export type Texture = { levels: { width: number; height: number; bytes: Uint8Array }[]; perCm: number }

/**
 * Samples the color in linear light and the coverage at s, t in [0, 1] (t upward), at `perCm` pixels per centimeter.
 */
export function sample(texture: Texture, s: number, t: number, perCm: number, out: Float64Array) {
  const ideal = Math.log2(Math.max(1, texture.perCm / perCm))
  const level = texture.levels[Math.min(texture.levels.length - 1, Math.round(ideal))]
  if (!level) return
  const { width, height, bytes } = level
  const x = Math.min(Math.max(s * width - 0.5, 0), width - 1.001)
  const y = Math.min(Math.max((1 - t) * height - 0.5, 0), height - 1.001)
  const i = Math.floor(x)
  const j = Math.floor(y)
  out.fill(0)
  for (let b = 0; b < 2; b++)
    for (let a = 0; a < 2; a++) {
      const w = (a ? x - i : 1 - x + i) * (b ? y - j : 1 - y + j)
      const o = (Math.min(j + b, height - 1) * width + Math.min(i + a, width - 1)) * 4
      const cover = ((bytes[o + 3] as number) / 255) * w
      for (let k = 0; k < 3; k++) out[k] = (out[k] as number) + (linearOfByte[bytes[o + k] as number] as number) * cover
      out[3] = (out[3] as number) + cover
    }
  const cover = out[3] as number
  if (cover > 0) for (let k = 0; k < 3; k++) out[k] = (out[k] as number) / cover
}

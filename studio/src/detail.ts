import type { Detail } from './material.ts'
import { noise } from './vector.ts'

/**
 * Adds fine structure that is not in the mesh: bends the normal in place and returns how much darker or lighter the
 * spot is.
 */
export function roughen(
  detail: Detail,
  n: Float64Array,
  u: number,
  v: number,
  x: number,
  y: number,
  z: number,
): number {
  const bend = (a: number, b: number, c: number) => {
    const nx = (n[0] as number) + a
    const ny = (n[1] as number) + b
    const nz = (n[2] as number) + c
    const l = Math.sqrt(nx * nx + ny * ny + nz * nz)
    n[0] = nx / l
    n[1] = ny / l
    n[2] = nz / l
  }
  if (detail === 'brushed') {
    const a = noise(v * 70, u * 1.2, 3) * 0.035
    bend(0, a, 0)
    return 1 + a * 0.8
  }
  if (detail === 'fabric') {
    const a = noise(x * 26, y * 26, z * 26)
    const b = noise(x * 9, y * 9, z * 9)
    bend(a * 0.45, b * 0.4, noise(z * 24, x * 24, y * 24) * 0.45)
    return 1 + a * 0.1 + b * 0.06
  }
  if (detail === 'hair') {
    const a = noise(u * 34, v * 1.5, 1)
    const b = noise(u * 90, v * 3, 5)
    bend(a * 0.28, 0, b * 0.22)
    return 0.86 + a * 0.22 + b * 0.16
  }
  if (detail === 'stone') {
    const a = noise(x * 1.7, y * 1.7, z * 1.7)
    const b = noise(x * 11, y * 11, z * 11)
    bend(b * 0.03, 0, a * 0.02)
    return 1 + a * 0.035 + b * 0.03
  }
  if (detail === 'powder') {
    const a = noise(x * 14, y * 14, z * 14)
    bend(a * 0.12, 0, noise(z * 13, x * 13, y * 13) * 0.12)
    return 1 + a * 0.03
  }
  if (detail === 'emboss') {
    bend(Math.sin(u * 30) * 0.12, Math.sin(v * 30) * 0.12, 0)
    return 1
  }
  const a = noise(x * 18, y * 18, z * 18) * 0.04
  bend(a, -a, a)
  return 1
}

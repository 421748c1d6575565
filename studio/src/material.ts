import type { Mesh } from './mesh.ts'
import { rgb, type Vec } from './vector.ts'

/** Print on a surface: a label's texture over a rectangle of uv, in centimeters [left, bottom, right, top]. */
export type Decal = { texture: string; rect: [number, number, number, number]; metal?: number; rough?: number }

export type Detail = 'brushed' | 'fabric' | 'hair' | 'stone' | 'emboss' | 'powder' | 'frost'

export type Glass = {
  /** wall: air outside; liquid: fills the wall and bends nothing; cavity: air inside the wall. */
  kind: 'wall' | 'liquid' | 'cavity'
  ior: number
  /** Loss of light per centimeter. */
  absorb: Vec
}

export type Material = {
  color: Vec
  rough: number
  metal: number
  /** Head-on reflectance; 0.04 for plastics and lacquers. */
  specular: number
  /** Subsurface scattering in creams, wax and soft plastic. */
  soft: number
  glow: Vec | null
  glass: Glass | null
  decals: Decal[]
  detail: Detail | null
}

export type Part = {
  mesh: Mesh
  material: Material
  /** Hair-thin objects, whose light is sampled coarsely because the difference is invisible. */
  fine?: boolean
}

const base: Material = {
  color: [0.5, 0.5, 0.5],
  rough: 0.5,
  metal: 0,
  specular: 0.04,
  soft: 0,
  glow: null,
  glass: null,
  decals: [],
  detail: null,
}

export const matte = (color: string, more: Partial<Material> = {}): Material => ({
  ...base,
  color: rgb(color),
  rough: 0.48,
  ...more,
})
export const glossy = (color: string, more: Partial<Material> = {}): Material => ({
  ...base,
  color: rgb(color),
  rough: 0.1,
  ...more,
})
export const metal = (color: string, rough = 0.22, more: Partial<Material> = {}): Material => ({
  ...base,
  color: rgb(color),
  rough,
  metal: 1,
  ...more,
})
export const cream = (color: string): Material => ({ ...base, color: rgb(color), rough: 0.26, soft: 0.35 })

/** Returns the absorption that leaves `color` of white light after one centimeter. */
const absorbed = (color: string, density: number): Vec =>
  rgb(color).map((c) => -Math.log(Math.max(c, 0.002)) * density) as Vec

export const glass = (tint = '#f4f7f6', density = 0.4, more: Partial<Material> = {}): Material => ({
  ...base,
  rough: 0.02,
  glass: { kind: 'wall', ior: 1.46, absorb: absorbed(tint, density) },
  ...more,
})
export const liquid = (color: string, density: number): Material => ({
  ...base,
  rough: 0.02,
  glass: { kind: 'liquid', ior: 1, absorb: absorbed(color, density) },
})
export const cavity = (): Material => ({
  ...base,
  rough: 0.02,
  glass: { kind: 'cavity', ior: 1.46, absorb: [0, 0, 0] },
})

export const copper = (rough = 0.2) => metal('#d9986f', rough, { detail: 'brushed' })
export const gold = (rough = 0.2) => metal('#e3c58e', rough, { detail: 'brushed' })
export const steel = (rough = 0.16) => metal('#cfd2d4', rough)

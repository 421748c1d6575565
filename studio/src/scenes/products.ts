import type { Part } from '../material.ts'
import { slab } from '../models/packaging.ts'
import { put } from '../models/parts.ts'
import type { Scene, Still } from '../still.ts'
import type { Framing, Mood } from '../stage.ts'
import { extent, product } from './arrange.ts'
import { kin } from './kin.ts'
import { studies } from './studies.ts'

type Plan = {
  hue: string
  mood?: Mood
  hero?: Framing & { turn?: number; slab?: boolean }
  close: Framing & { hue?: string; mood?: Mood }
}

const near = (at: [number, number, number], zoom: number, more: Framing & { hue?: string; mood?: Mood } = {}) => ({
  close: { at, zoom },
  blur: 0.5,
  mood: 'sun' as Mood,
  ...more,
})

const plans: Record<string, Plan> = {
  'keratin-repair-masque': {
    hue: '#d8b7a3',
    hero: { fill: [0.68, 0.68] },
    close: near([0.36, 0.72, 0.9], 1.9, { yaw: -18, pitch: 12 }),
  },
  'bond-rebuilding-serum': { hue: '#dcbf98', close: near([0.5, 0.68, 0.5], 2.1, { mood: 'back', yaw: 14 }) },
  'color-hold-shampoo': { hue: '#c9adb6', close: near([0.5, 0.84, 0.5], 2.5, { yaw: -24, pitch: 14 }) },
  'color-hold-conditioner': { hue: '#e3c9c3', close: near([0.45, 0.55, 0.8], 2.1, { yaw: 20, pitch: 10 }) },
  'clay-lightener': {
    hue: '#c6bed2',
    hero: { fill: [0.66, 0.68] },
    close: near([0.3, 0.8, 0.8], 2, { yaw: -20, pitch: 16 }),
  },
  'demi-gloss-color': { hue: '#cfae8f', hero: { fill: [0.66, 0.7] }, close: near([0.68, 0.42, 0.9], 2.1, { yaw: 16 }) },
  'oxide-developer-20': { hue: '#c9c6c1', close: near([0.45, 0.62, 0.7], 1.9, { yaw: -16, pitch: 10 }) },
  'flexible-finish-spray': {
    hue: '#c7b7a8',
    mood: 'soft',
    close: near([0.5, 0.8, 0.5], 2.6, { yaw: 12, pitch: 12, mood: 'dark', hue: '#8b7768' }),
  },
  'ceramide-barrier-cream': {
    hue: '#e6dccd',
    hero: { fill: [0.58, 0.64], slab: true },
    close: near([0.36, 0.3, 0.8], 2, { mood: 'back', yaw: -18, pitch: 9 }),
  },
  'vitamin-c-ampoules': {
    hue: '#eec79c',
    hero: { fill: [0.68, 0.68] },
    close: near([0.45, 0.3, 0.9], 2.1, { mood: 'back', yaw: -20, pitch: 10 }),
  },
  'papaya-enzyme-polish': { hue: '#efb79a', close: near([0.5, 0.86, 0.6], 2.1, { yaw: 22, pitch: 10 }) },
  'hyaluronic-cloud-serum': {
    hue: '#c4d3dc',
    hero: { slab: true },
    close: near([0.5, 0.84, 0.6], 2.4, { mood: 'back', yaw: -26, pitch: 14 }),
  },
  'mineral-shield-spf-40': { hue: '#e4cfae', close: near([0.45, 0.24, 0.8], 2, { yaw: -20, pitch: 10 }) },
  'rose-mist-toner': { hue: '#ecc8c6', close: near([0.5, 0.72, 0.6], 2.2, { mood: 'back', yaw: 18, pitch: 10 }) },
  'gel-lacquer-oxblood': {
    hue: '#7c3a37',
    mood: 'dark',
    hero: { fill: [0.64, 0.66], turn: -14 },
    close: near([0.4, 0.3, 0.8], 1.8, { mood: 'back', hue: '#a5605a', yaw: -20, pitch: 10 }),
  },
  'gel-lacquer-porcelain': {
    hue: '#e6cabd',
    hero: { fill: [0.64, 0.66], turn: 16 },
    close: near([0.5, 0.3, 0.8], 1.8, { mood: 'sun', yaw: 24, pitch: 12 }),
  },
  'sculpt-builder-gel': {
    hue: '#ddb3ad',
    hero: { fill: [0.58, 0.64], slab: true },
    close: near([0.36, 0.7, 0.8], 1.9, { yaw: -16, pitch: 16 }),
  },
  'apricot-cuticle-oil': {
    hue: '#ecbf8c',
    hero: { fill: [0.64, 0.66], slab: true },
    close: near([0.5, 0.4, 0.7], 2, { mood: 'back', yaw: 16 }),
  },
  'halo-led-lamp': {
    hue: '#c6c0d6',
    hero: { fill: [0.76, 0.66], turn: -24, pitch: 14 },
    close: near([0.56, 0.42, 1], 1.8, { mood: 'dark', hue: '#5c5484', yaw: 12, pitch: 8 }),
  },
  'precision-lash-adhesive': {
    hue: '#b9b0aa',
    hero: { fill: [0.62, 0.62], slab: true },
    close: near([0.5, 0.66, 0.6], 1.9, { mood: 'dark', hue: '#6f6863', yaw: 16 }),
  },
  'volume-lash-tray': {
    hue: '#d6c9bf',
    hero: { fill: [0.74, 0.72], turn: -24, pitch: 38 },
    close: near([0.45, 0.6, 0.5], 2.5, { yaw: -30, pitch: 24, blur: 0.9 }),
  },
  'brow-tint-palette': {
    hue: '#c2a48c',
    hero: { fill: [0.72, 0.66], turn: -20, pitch: 26 },
    close: near([0.4, 0.1, 0.75], 2.2, { yaw: -24, pitch: 34, blur: 0.9 }),
  },
  'lash-foam-cleanser': { hue: '#c5d0c0', close: near([0.5, 0.84, 0.6], 2.2, { yaw: -20, pitch: 14 }) },
  'cobalt-styling-shears': {
    hue: '#9fb0bf',
    hero: { fill: [0.8, 0.72], turn: 38, pitch: 34 },
    close: near([0.52, 0.6, 0.5], 1.9, { yaw: -20, pitch: 30, mood: 'dark', hue: '#667686', blur: 0.8 }),
  },
  'carbon-comb-set': {
    hue: '#c9c3ba',
    hero: { fill: [0.8, 0.72], turn: 34, pitch: 40 },
    close: near([0.62, 0.3, 0.6], 2.6, { yaw: 26, pitch: 26, blur: 0.8 }),
  },
  'artist-face-brushes': {
    hue: '#d3aa9c',
    hero: { fill: [0.62, 0.68] },
    close: near([0.5, 0.84, 0.5], 2.2, { yaw: 14, pitch: 10 }),
  },
  'aria-ionic-dryer': {
    hue: '#b4aaa4',
    mood: 'soft',
    hero: { fill: [0.74, 0.66], turn: 24, pitch: 6 },
    close: near([0.24, 0.84, 0.8], 2.1, { yaw: -38, pitch: 6, mood: 'dark', hue: '#6f625c' }),
  },
  'embossed-foil-roll': {
    hue: '#dcb8a8',
    hero: { fill: [0.78, 0.66], turn: -24, pitch: 20 },
    close: near([0.4, 0.5, 0.6], 2, { yaw: 20, pitch: 26, mood: 'soft' }),
  },
  'cotton-salon-towels': {
    hue: '#d8c7ab',
    hero: { fill: [0.72, 0.62], turn: -10 },
    close: near([0.5, 0.3, 1], 2.2, { yaw: -14, pitch: 6 }),
  },
  'tint-bowl-and-brush': {
    hue: '#bdb2c6',
    hero: { fill: [0.78, 0.66], pitch: 27 },
    close: near([0.38, 0.4, 0.6], 1.55, { yaw: 12, pitch: 24 }),
  },
  'glass-file-duo': {
    hue: '#c5cec9',
    hero: { fill: [0.62, 0.6], pitch: 12 },
    close: near([0.66, 0.5, 0.5], 1.5, { yaw: 18, pitch: 56, mood: 'back', blur: 0.2 }),
  },
}

/** A low stone under small objects, so that the camera does not look down on them. */
const raised = (parts: Part[], hue: string): Pick<Still, 'subject' | 'props'> => {
  const { size } = extent(parts)
  const h = size[1] * 0.16
  return {
    subject: put(parts, { at: [0, h, 0] }),
    props: put(slab(size[0] * 1.5, h, size[0] * 1.3, hue), { turn: -16 }),
  }
}

/** Leaning against a stone block. */
const leaning = (parts: Part[]): Pick<Still, 'subject' | 'props'> => {
  const [long, short] = [parts.slice(0, 2), parts.slice(2)]
  const upright = (file: Part[], x: number, half: number, roll: number) =>
    put(put(put(file, { turn: -90 + (file === long ? -9 : 16) }), { tilt: -76 }), { at: [x, half, 2.1], roll })
  return {
    subject: [
      ...upright(put(long, { at: [0, -0.15, -0.2] }), -1.6, 6.9, 0),
      ...upright(put(short, { at: [-0.4, -0.47, -1.4] }), 1.8, 4.7, 0),
    ],
    props: slab(9, 8.4, 3, '#8fa69d'),
  }
}

function scenesOf(handle: string, { hue, mood, hero = {}, close }: Plan): [string, Scene][] {
  const still = (): Still => {
    const parts = put(product(handle), { turn: hero.turn ?? 0 })
    const staged =
      handle === 'glass-file-duo' ? leaning(product(handle)) : hero.slab ? raised(parts, hue) : { subject: parts }
    return { hue, mood, view: { fill: [0.64, 0.68], ...hero }, ...staged }
  }
  const study = studies[handle]
  const group = kin[handle]
  if (!study || !group) throw new Error(`No study or group for ${handle}`)
  return [
    [handle, still],
    [
      `${handle}-close`,
      () => ({
        hue: close.hue ?? hue,
        mood: close.mood,
        subject: product(handle),
        view: { fill: [0.62, 0.62], ...close },
      }),
    ],
    [`${handle}-study`, () => ({ hue, ...study() })],
    [`${handle}-group`, () => ({ hue, ...group() })],
  ]
}

export const productScenes: Record<string, Scene> = Object.fromEntries(
  Object.entries(plans).flatMap(([handle, plan]) => scenesOf(handle, plan)),
)

import { glossy } from '../material.ts'
import { brush, brushHeads } from '../models/brushes.ts'
import { plinth, slab } from '../models/packaging.ts'
import { put } from '../models/parts.ts'
import { build } from '../products.ts'
import type { Still } from '../still.ts'
import { lying, product, stand } from './arrange.ts'

type Group = () => Omit<Still, 'hue'> & { hue?: string }
const wide = { fill: [0.76, 0.62] as [number, number] }
const demi = () => (build['demi-gloss-color']?.() ?? []).slice(0, 2)

/** Every product again, among the products it is used or sold with. */
export const kin: Record<string, Group> = {
  'keratin-repair-masque': () => ({
    subject: stand(['keratin-repair-masque', -2.6, 0.6, 10, 2.4], ['bond-rebuilding-serum', 5, -1.2, -12, 2.4]),
    props: plinth(11.5, 2.4, '#d9c0ae'),
    view: { ...wide, shift: [0, -0.02] },
  }),
  'bond-rebuilding-serum': () => ({
    mood: 'back',
    subject: stand(
      ['bond-rebuilding-serum', -5.6, 0.6, 12],
      ['bond-rebuilding-serum', -1.4, 5.4, 4],
      ['keratin-repair-masque', 4.4, -2.6, -12],
    ),
    view: wide,
  }),
  'color-hold-shampoo': () => ({
    subject: stand(['color-hold-shampoo', -4.7, 0, 8], ['color-hold-conditioner', 4.7, 0.6, -10]),
    view: wide,
  }),
  'color-hold-conditioner': () => ({
    mood: 'sun',
    subject: stand(['color-hold-shampoo', -3.6, -4.6, 14], ['color-hold-conditioner', 2.6, 2.6, -8]),
    view: wide,
  }),
  'clay-lightener': () => ({
    subject: stand(
      ['clay-lightener', -1.4, 4.8, 8],
      ['oxide-developer-20', -5.2, -4.6, 10],
      ['oxide-developer-20', 4.8, -4, -10],
    ),
    view: wide,
  }),
  'demi-gloss-color': () => ({
    mood: 'sun',
    subject: [-5, 0, 5].flatMap((x, i) => put(demi(), { at: [x, 0, i === 1 ? 1.6 : 0], turn: x * -2 })),
    view: wide,
  }),
  'oxide-developer-20': () => ({
    mood: 'sun',
    subject: stand(
      ['oxide-developer-20', -5.4, 0.4, 8],
      ['oxide-developer-20', 3.8, -3.6, -12],
      ['clay-lightener', 6.4, 6.4, -14],
    ),
    view: wide,
  }),
  'flexible-finish-spray': () => ({
    subject: stand(
      ['flexible-finish-spray', -9, 3, 10],
      ['flexible-finish-spray', -4.4, 5.6, -8],
      ['aria-ionic-dryer', 6, -4, 20],
    ),
    view: { fill: [0.82, 0.62] },
  }),
  'ceramide-barrier-cream': () => ({
    subject: stand(['ceramide-barrier-cream', -2.2, 1.6, 8], ['hyaluronic-cloud-serum', 3.4, -1, -10, 2]),
    props: put(slab(6, 2, 6, '#e3d8c8'), { at: [3.8, 0, -1], turn: -8 }),
    view: wide,
  }),
  'vitamin-c-ampoules': () => ({
    mood: 'sun',
    subject: [
      ...put(product('vitamin-c-ampoules').slice(1), { at: [-1.4, 0, 2.6] }),
      ...stand(['papaya-enzyme-polish', 3.4, -3.2, -10]),
    ],
    view: wide,
  }),
  'papaya-enzyme-polish': () => ({
    mood: 'back',
    subject: [
      ...stand(['papaya-enzyme-polish', -3, 0, 10]),
      ...put(product('vitamin-c-ampoules').slice(1), { at: [3.8, 0, 2.4] }),
    ],
    view: wide,
  }),
  'hyaluronic-cloud-serum': () => ({
    subject: stand(
      ['hyaluronic-cloud-serum', 0.2, 3.6, -4],
      ['ceramide-barrier-cream', -5, -0.6, 12],
      ['rose-mist-toner', 4.6, -1.4, -10],
    ),
    view: wide,
  }),
  'mineral-shield-spf-40': () => ({
    mood: 'sun',
    subject: stand(['mineral-shield-spf-40', -3.6, 1.4, 12], ['mineral-shield-spf-40', 3, -1.8, -14]),
    view: wide,
  }),
  'rose-mist-toner': () => ({
    mood: 'back',
    subject: stand(['rose-mist-toner', -3.4, -1, 8, 2.2], ['ceramide-barrier-cream', 3.6, 1.8, -10]),
    props: put(slab(7.6, 2.2, 7, '#ecd0cc'), { at: [-3.6, 0, -1], turn: 10 }),
    view: wide,
  }),
  'gel-lacquer-oxblood': () => ({
    mood: 'soft',
    hue: '#c89a90',
    subject: stand(['gel-lacquer-oxblood', -2, 0.4, 20], ['gel-lacquer-porcelain', 1.7, -0.4, -16]),
    view: wide,
  }),
  'gel-lacquer-porcelain': () => ({
    mood: 'sun',
    subject: stand(
      ['gel-lacquer-oxblood', -3.6, -0.8, 24],
      ['gel-lacquer-porcelain', 0, 0.8, 6],
      ['gel-lacquer-oxblood', 3.6, -0.8, -20],
    ),
    view: wide,
  }),
  'sculpt-builder-gel': () => ({
    subject: stand(
      ['sculpt-builder-gel', 2.6, 3, -6],
      ['gel-lacquer-oxblood', -3.6, -1.2, 18],
      ['gel-lacquer-porcelain', -0.4, -3.2, -4],
    ),
    view: wide,
  }),
  'apricot-cuticle-oil': () => ({
    mood: 'back',
    subject: stand(
      ['apricot-cuticle-oil', -2.5, 0.5, 10],
      ['apricot-cuticle-oil', 0, -1, 0],
      ['apricot-cuticle-oil', 2.2, 1.2, -10],
    ),
    view: wide,
  }),
  'halo-led-lamp': () => ({
    subject: [
      ...stand(['halo-led-lamp', 0, -5, 14]),
      ...stand(['gel-lacquer-oxblood', -5.4, 9, 16], ['gel-lacquer-porcelain', -1.4, 10.4, -10]),
    ],
    view: { fill: [0.8, 0.6], pitch: 12 },
  }),
  'precision-lash-adhesive': () => ({
    mood: 'sun',
    subject: [
      ...stand(['precision-lash-adhesive', -1.6, 6.4, 6]),
      ...put(put(product('volume-lash-tray'), { tilt: 58 }), { at: [0.8, 5.4, 0], turn: -8 }),
    ],
    props: put(slab(6, 7, 2.6, '#c9bfb8'), { at: [1.4, 0, -4.4], turn: -8 }),
    view: { fill: [0.66, 0.64], pitch: 10 },
  }),
  'volume-lash-tray': () => ({
    mood: 'soft',
    subject: [
      ...put(product('volume-lash-tray'), { turn: 24, at: [-2.4, 0, -1] }),
      ...put(product('volume-lash-tray'), { turn: -10, at: [2.2, 0.72, 1.2] }),
      ...stand(['precision-lash-adhesive', -6.6, 5, 10]),
    ],
    view: { pitch: 46, fill: [0.8, 0.7] },
  }),
  'brow-tint-palette': () => ({
    mood: 'sun',
    subject: [
      ...put(product('brow-tint-palette'), { turn: 14 }),
      ...[0, 1].flatMap((i) =>
        put(
          lying(
            brush(
              brushHeads[4 + i] ?? { r: 0.5, h: 1.6, taper: 0.5 },
              12,
              glossy('#2a2321', { rough: 0.16 }),
              '#3b2a24',
            ),
            0.5,
            0,
            0,
          ),
          { at: [6 + i * 2.6, 0, 9 - i], turn: 34 + i * 6 },
        ),
      ),
    ],
    view: { pitch: 42, fill: [0.8, 0.7] },
  }),
  'lash-foam-cleanser': () => ({
    subject: stand(
      ['lash-foam-cleanser', -2.8, -5.6, 8],
      ['lash-foam-cleanser', 2.8, -6.2, -10],
      ['volume-lash-tray', 0, 3, -14],
    ),
    view: { fill: [0.74, 0.64], pitch: 20 },
  }),
  'cobalt-styling-shears': () => ({
    mood: 'sun',
    subject: [
      ...stand(['cobalt-styling-shears', -1, 3.4, 30]),
      ...put(product('carbon-comb-set').slice(0, 3), { at: [1, 0, -4.6], turn: 10 }),
    ],
    view: { pitch: 46, fill: [0.82, 0.7] },
  }),
  'carbon-comb-set': () => ({
    subject: stand(['tint-bowl-and-brush', 0, -6, 0], ['carbon-comb-set', -2, 8.6, 10]),
    view: { pitch: 28, fill: [0.82, 0.68] },
  }),
  'artist-face-brushes': () => ({
    subject: stand(['artist-face-brushes', -6.4, -2, 10], ['brow-tint-palette', 6.2, 2.6, -16]),
    view: { pitch: 16, fill: [0.84, 0.64] },
  }),
  'aria-ionic-dryer': () => ({
    mood: 'dark',
    hue: '#77695f',
    subject: stand(['aria-ionic-dryer', 2, -2, 24], ['flexible-finish-spray', -8, 4, 8]),
    view: { fill: [0.8, 0.62] },
  }),
  'embossed-foil-roll': () => ({
    mood: 'soft',
    subject: stand(['tint-bowl-and-brush', -4.4, -8, 0], ['embossed-foil-roll', 3, 2, -20]),
    view: { pitch: 24, fill: [0.82, 0.66] },
  }),
  'cotton-salon-towels': () => ({
    subject: [
      ...put(product('cotton-salon-towels'), { at: [5, 0, 0], turn: -8, size: 0.9 }),
      ...stand(['color-hold-shampoo', -9.4, -2, 12], ['color-hold-conditioner', -8, 6.6, 6]),
    ],
    view: { fill: [0.84, 0.62] },
  }),
  'tint-bowl-and-brush': () => ({
    mood: 'sun',
    subject: stand(['clay-lightener', -7.2, -3, 12], ['tint-bowl-and-brush', 4, 3, 0]),
    view: { pitch: 18, fill: [0.84, 0.64] },
  }),
  'glass-file-duo': () => ({
    mood: 'back',
    subject: [
      ...put(product('glass-file-duo'), { at: [0, 0, 2.4], turn: 14 }),
      ...stand(['apricot-cuticle-oil', -0.6, -3.4, 8]),
    ],
    view: { pitch: 30, fill: [0.76, 0.66] },
  }),
}

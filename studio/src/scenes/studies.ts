import { copper, cream, glass, glossy, gold, liquid, matte } from '../material.ts'
import { lathe, place } from '../mesh.ts'
import { aerosol } from '../models/bottles.ts'
import { file } from '../models/brow-bar.ts'
import { brush, brushHeads } from '../models/brushes.ts'
import { bowl, foilUpright, tintBrush } from '../models/color-bar.ts'
import { comb, shears } from '../models/cutting.ts'
import { dryer, lamp } from '../models/equipment.ts'
import { ampoule } from '../models/glassware.ts'
import { foldedTowel } from '../models/linen.ts'
import { put } from '../models/parts.ts'
import { dish, drop, foam, pool, smear } from '../models/swatches.ts'
import { build } from '../products.ts'
import type { Still } from '../still.ts'
import { lying, product } from './arrange.ts'
import { clear, drops, honey, lidLeaning, opened, pipette } from './study-parts.ts'

type Study = () => Omit<Still, 'hue'> & { hue?: string }

const tubeAndSmear =
  (handle: string, r: number, color: string): Study =>
  () => ({
    mood: 'sun',
    subject: [
      ...lying(product(handle), r, -2.4, 6, 12),
      ...put(smear(9, 3.4, 0.55, cream(color)), { at: [4.6, 0, 1.2], turn: 62 }),
    ],
    view: { pitch: 50, fill: [0.7, 0.7] },
  })

export const studies: Record<string, Study> = {
  'keratin-repair-masque': () => ({
    mood: 'sun',
    subject: [
      ...opened('keratin-repair-masque', 4.9, 7, cream('#efe0cd')),
      ...lidLeaning(4.95, 2.1, copper(0.2), [5.6, 0, 2.6], 40),
    ],
    view: { pitch: 36, yaw: -8, fill: [0.74, 0.66] },
  }),
  'bond-rebuilding-serum': () => ({
    mood: 'sun',
    subject: [
      ...product('bond-rebuilding-serum').slice(0, 3),
      ...put(pipette(), { roll: 84, at: [6.8, 0.38, 4.4], turn: 22 }),
      ...drops(honey, [
        [-3.6, 4.8, 0.75],
        [-2, 6, 0.5],
        [-4.6, 6.4, 0.36],
      ]),
    ],
    view: { pitch: 26, fill: [0.74, 0.62] },
  }),
  'color-hold-shampoo': () => ({
    mood: 'back',
    subject: [
      ...product('color-hold-shampoo'),
      ...put(pool(3.6, 0.5, glass('#d8a7bd', 0.7), 2), { at: [3.4, 0, 7.6] }),
    ],
    view: { pitch: 30, yaw: -10, fill: [0.7, 0.72] },
  }),
  'color-hold-conditioner': () => ({
    mood: 'sun',
    subject: [
      ...product('color-hold-conditioner'),
      ...put(smear(9, 3, 0.7, cream('#f3e4dd')), { at: [2.6, 0, 8], turn: 14 }),
    ],
    view: { pitch: 30, yaw: 10, fill: [0.7, 0.72] },
  }),
  'clay-lightener': () => ({
    mood: 'sun',
    subject: [
      ...opened('clay-lightener', 5.9, 8.8, matte('#c9bfda', { rough: 0.95, detail: 'powder', specular: 0.01 })),
      ...lidLeaning(6.02, 2.5, matte('#8172a3', { rough: 0.4 }), [7, 0, 3], 38),
    ],
    view: { pitch: 38, yaw: -6, fill: [0.76, 0.66] },
  }),
  'demi-gloss-color': () => ({
    mood: 'sun',
    subject: [
      ...lying((build['demi-gloss-color']?.() ?? []).slice(0, 2), 1.8, -1.6, 7, 10),
      ...put(smear(8, 2.6, 0.5, cream('#b98a4e')), { at: [4.2, 0, 2], turn: 66 }),
    ],
    view: { pitch: 52, fill: [0.66, 0.7] },
  }),
  'oxide-developer-20': () => ({
    mood: 'sun',
    subject: [...product('oxide-developer-20'), ...put(pool(3.8, 0.42, cream('#faf6f0'), 5), { at: [-3.2, 0, 8] })],
    view: { pitch: 30, yaw: 8, fill: [0.7, 0.72] },
  }),
  'flexible-finish-spray': () => {
    const [body, rim] = product('flexible-finish-spray')
    const bare = body && rim ? aerosol(2.65, 17.4, body.material, rim.material, null) : []
    return {
      mood: 'sun',
      subject: [
        ...bare,
        ...put(
          [
            {
              mesh: lathe([
                [0, 0],
                [2.4, 0, 0.06],
                [2.4, 3.3, 0.5],
                [1.3, 3.65, 0.8],
                [0, 3.7],
              ]),
              material: matte('#3a322d', { rough: 0.36 }),
            },
          ],
          { at: [5.6, 0, 2.6] },
        ),
      ],
      view: { pitch: 28, fill: [0.66, 0.7] },
    }
  },
  'ceramide-barrier-cream': () => ({
    mood: 'sun',
    subject: [
      ...product('ceramide-barrier-cream').slice(0, 2),
      ...put(
        [
          {
            mesh: place(
              lathe([
                [0, 0],
                [2.6, 0, 0],
                [1.6, 0.22, 0.6],
                [0.4, 0.7, 0.4],
                [0, 0.95],
              ]),
              {},
            ),
            material: cream('#f6efe6'),
          },
        ],
        { at: [0, 4.75, 0] },
      ),
      ...lidLeaning(3.4, 1.9, gold(0.2), [4.2, 0, 1.6], 44),
      ...put(smear(6, 2.1, 0.4, cream('#f7f0e8')), { at: [-3.6, 0, 5.6], turn: 20 }),
    ],
    view: { pitch: 36, fill: [0.78, 0.66] },
  }),
  'vitamin-c-ampoules': () => ({
    mood: 'back',
    subject: Array.from({ length: 7 }, (_, i) =>
      lying(ampoule(liquid('#f0a23c', 0.55)), 0.55, (i - 3) * 1.45, 3.2 + (i % 2) * 0.5, (i - 3) * -1.5),
    ).flat(),
    view: { pitch: 62, yaw: 14, fill: [0.74, 0.7] },
  }),
  'papaya-enzyme-polish': tubeAndSmear('papaya-enzyme-polish', 2.5, '#ee9f7c'),
  'hyaluronic-cloud-serum': () => ({
    mood: 'back',
    subject: [
      ...lying(product('hyaluronic-cloud-serum'), 1.85, -1.4, 5, 16),
      ...drops(clear, [
        [2.4, 1.4, 0.95],
        [3.9, 3, 0.6],
        [2.9, 4.2, 0.4],
        [4.9, 0.6, 0.38],
      ]),
    ],
    view: { pitch: 48, fill: [0.66, 0.68] },
  }),
  'mineral-shield-spf-40': tubeAndSmear('mineral-shield-spf-40', 2.15, '#d9b88c'),
  'rose-mist-toner': () => ({
    mood: 'back',
    subject: product('rose-mist-toner'),
    view: { pitch: 34, yaw: 20, fill: [0.6, 0.62], shift: [0.02, -0.06] },
    gloss: 0.26,
  }),
  'gel-lacquer-oxblood': () => ({
    mood: 'sun',
    hue: '#b98078',
    subject: [
      ...put(product('gel-lacquer-oxblood'), { turn: -20 }),
      ...put(pool(1.5, 0.34, glossy('#5d0f17', { rough: 0.05 }), 3), { at: [2.6, 0, 2.9] }),
      ...put(drop(0.5, glossy('#5d0f17', { rough: 0.05 })), { at: [0.6, 0, 3.6] }),
    ],
    view: { pitch: 30, fill: [0.78, 0.7] },
  }),
  'gel-lacquer-porcelain': () => ({
    mood: 'sun',
    subject: [
      ...put(product('gel-lacquer-porcelain'), { turn: 18 }),
      ...put(pool(1.5, 0.34, glossy('#e2b7ab', { rough: 0.05 }), 7), { at: [-2.4, 0, 2.9] }),
      ...put(drop(0.5, glossy('#e2b7ab', { rough: 0.05 })), { at: [-0.4, 0, 3.8] }),
    ],
    view: { pitch: 30, fill: [0.78, 0.7] },
  }),
  'sculpt-builder-gel': () => ({
    mood: 'back',
    subject: [
      ...opened('sculpt-builder-gel', 2.7, 3, glossy('#eab9b2', { rough: 0.05, soft: 0.3 })),
      ...lidLeaning(2.78, 1.7, matte('#1e1b1b', { rough: 0.36 }), [3.2, 0, 1.6], 40),
    ],
    view: { pitch: 38, fill: [0.74, 0.66] },
  }),
  'apricot-cuticle-oil': () => ({
    mood: 'back',
    subject: [
      ...lying(product('apricot-cuticle-oil'), 0.98, -0.8, 4, 24),
      ...drops(honey, [
        [1.6, 2, 0.7],
        [2.7, 3.1, 0.44],
        [1.9, 4, 0.3],
      ]),
    ],
    view: { pitch: 48, fill: [0.64, 0.66] },
  }),
  'halo-led-lamp': () => ({
    mood: 'dark',
    hue: '#6d639a',
    subject: put(lamp(), { turn: -62 }),
    view: { pitch: 18, fill: [0.76, 0.6] },
  }),
  'precision-lash-adhesive': () => ({
    mood: 'sun',
    subject: [
      ...product('precision-lash-adhesive'),
      ...put(dish(2.4), { at: [3.2, 0, 2] }),
      ...put(drop(0.55, glossy('#121112', { rough: 0.04 })), { at: [3.2, 0.27, 2] }),
    ],
    view: { pitch: 28, fill: [0.7, 0.62] },
  }),
  'volume-lash-tray': () => ({
    mood: 'sun',
    subject: product('volume-lash-tray'),
    view: { pitch: 86, yaw: 8, fill: [0.62, 0.68] },
  }),
  'brow-tint-palette': () => ({
    mood: 'soft',
    subject: product('brow-tint-palette'),
    view: { pitch: 80, yaw: 6, fill: [0.7, 0.68] },
  }),
  'lash-foam-cleanser': () => ({
    mood: 'back',
    subject: [...product('lash-foam-cleanser'), ...put(foam(2.3, cream('#ffffff')), { at: [3.4, 0, 3.4] })],
    view: { pitch: 22, fill: [0.66, 0.66] },
  }),
  'cobalt-styling-shears': () => ({
    mood: 'sun',
    hue: '#6f8496',
    subject: put(shears(22), { turn: 58 }),
    view: { pitch: 84, fill: [0.66, 0.72] },
  }),
  'carbon-comb-set': () => ({
    mood: 'sun',
    subject: [
      ...put(comb(18, 2.6, 0.3, false), { at: [0, 0, -4.4] }),
      ...put(comb(21, 2.2, 0.34, true), { at: [0.6, 0, 0] }),
      ...put(comb(16, 3.4, 0.62, false), { at: [0, 0, 4] }),
    ].flatMap((part) => put([part], { turn: 62 })),
    view: { pitch: 84, fill: [0.72, 0.76] },
  }),
  'artist-face-brushes': () => ({
    mood: 'sun',
    subject: brushHeads
      .slice(0, 5)
      .flatMap((head, i) =>
        lying(
          brush(head, 13 - i * 0.55, glossy('#2a2321', { rough: 0.16 }), i % 2 ? '#5a4034' : '#3b2a24'),
          1 + head.r * 0.4,
          (i - 2) * 3.7,
          9,
          2 - i,
        ),
      ),
    view: { pitch: 66, yaw: 16, fill: [0.74, 0.74] },
  }),
  'aria-ionic-dryer': () => ({
    mood: 'sun',
    subject: lying(dryer(matte('#3a393b', { rough: 0.42 }), copper(0.18)), 4.2, 0, 9, -28),
    view: { pitch: 44, fill: [0.8, 0.7] },
  }),
  'embossed-foil-roll': () => ({
    mood: 'soft',
    subject: [...put(foilUpright(), { at: [-4.4, 0, 0] }), ...put(foilUpright(), { at: [1.2, 0, 3.6], turn: 30 })],
    view: { pitch: 16, fill: [0.66, 0.6] },
  }),
  'cotton-salon-towels': () => ({
    mood: 'sun',
    subject: [0, 1, 2, 3].flatMap((i) => foldedTowel('#ddcdb4', i * 2.5, [0, 0.3, -0.2, 0.15][i] as number)),
    view: { pitch: 12, yaw: -24, fill: [0.66, 0.6] },
  }),
  'tint-bowl-and-brush': () => ({
    mood: 'sun',
    subject: [...bowl(cream('#8d7fa8')), ...put(tintBrush(), { at: [12, 0.6, 9], tilt: -89, turn: 24 })],
    view: { pitch: 60, fill: [0.74, 0.7] },
  }),
  'glass-file-duo': () => ({
    mood: 'sun',
    subject: [
      ...put(file(14, '#c98a8f'), { at: [0, 0, -1.2], turn: 62 }),
      ...put(file(9.5, '#8aa3b4'), { at: [2.4, 0, 1.4], turn: 62 }),
    ],
    view: { pitch: 84, fill: [0.66, 0.68] },
  }),
}

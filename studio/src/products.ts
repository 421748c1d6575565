import { labelTexts } from './label-texts.ts'
import {
  copper,
  cream,
  glass,
  glossy,
  gold,
  liquid,
  type Material,
  matte,
  metal,
  type Part,
  steel,
} from './material.ts'
import { merge } from './mesh.ts'
import { aerosol, airless, bottle, pumpBottle, pumpHead, tube } from './models/bottles.ts'
import { file, lashTray, palette } from './models/brow-bar.ts'
import { brushesInCup } from './models/brushes.ts'
import { bowl, foil, tintBrush } from './models/color-bar.ts'
import { comb, shears } from './models/cutting.ts'
import { dryer, dryerCable, lamp } from './models/equipment.ts'
import { adhesive, ampoule, dropper, lacquer, mister, rollOn } from './models/glassware.ts'
import { glassJar, jar } from './models/jars.ts'
import { rolledTowel } from './models/linen.ts'
import { carton } from './models/packaging.ts'
import { lidOf, print, put } from './models/parts.ts'

/** A material with the product's label, its lower edge at `y`. */
function labelled(
  handle: string,
  material: Material,
  y: number,
  more: { metal?: number; rough?: number } = {},
): Material {
  const label = labelTexts[handle]
  if (!label) throw new Error(`No label text for ${handle}`)
  return { ...material, decals: [print(handle, label.size[0], label.size[1], y, more)] }
}
const decals = (handle: string, y: number) => labelled(handle, matte('#ffffff'), y).decals

/** Objects in a staggered row, each slightly turned. */
const row = (n: number, gap: number, make: () => Part[]): Part[] =>
  Array.from({ length: n }, (_, i) =>
    put(make(), { at: [(i - (n - 1) / 2) * gap, 0, i % 2 ? -0.5 : 0.3], turn: (i - (n - 1) / 2) * -4 }),
  ).flat()

const demiTube = (): Part[] => {
  const body = tube(
    1.75,
    11.4,
    labelled('demi-gloss-color', metal('#e6e2dc', 0.34, { metal: 0.55 }), 2.9, { metal: 0, rough: 0.5 }),
    matte('#3b2c28', { rough: 0.35 }),
    1.7,
  )
  return body
}

/** Every single product as placed on the table, front to +z, in centimeters. */
export const build: Record<string, () => Part[]> = {
  'keratin-repair-masque': () =>
    jar(4.9, 6.8, labelled('keratin-repair-masque', matte('#a9674e', { soft: 0.06 }), 1.05), copper(0.2), 2.1),
  'bond-rebuilding-serum': () =>
    dropper(
      2.4,
      9.4,
      glass('#b3611f', 0.75, { decals: decals('bond-rebuilding-serum', 1.5) }),
      liquid('#c97a2a', 0.5),
      matte('#1f1b19', { rough: 0.5 }),
      metal('#2a2523', 0.3),
    ),
  'color-hold-shampoo': () =>
    pumpBottle(
      4,
      19,
      labelled('color-hold-shampoo', matte('#5b2a41', { rough: 0.36, soft: 0.05 }), 3),
      matte('#1d191a', { rough: 0.32 }),
      matte('#1d191a', { rough: 0.36 }),
    ),
  'color-hold-conditioner': () =>
    pumpBottle(
      4,
      19,
      labelled('color-hold-conditioner', matte('#d3a19c', { rough: 0.36, soft: 0.08 }), 3),
      matte('#f1ece7', { rough: 0.3 }),
      copper(0.24),
    ),
  'clay-lightener': () => [
    ...jar(5.9, 8.6, labelled('clay-lightener', matte('#f1ede9', { rough: 0.4, soft: 0.08 }), 1.2), null, 0),
    { mesh: lidOf(6.02, 2.5, 8.65, 64), material: matte('#8172a3', { rough: 0.4 }) },
  ],
  'demi-gloss-color': () => [
    ...put(demiTube(), { at: [1.9, 0, 1.6], turn: -7 }),
    ...put(carton(4.3, 16, 3.6, '#6a4a3a', 'demi-carton', [3.4, 10.6]), { at: [-2.1, 0, -1.2], turn: 14 }),
  ],
  'oxide-developer-20': () =>
    bottle(
      4.2,
      21,
      labelled('oxide-developer-20', matte('#f3f1ee', { rough: 0.36, soft: 0.1 }), 2.4),
      matte('#77706a', { rough: 0.4 }),
    ),
  'flexible-finish-spray': () =>
    aerosol(
      2.65,
      17.4,
      labelled('flexible-finish-spray', metal('#dccbb9', 0.3, { metal: 0.25 }), 3, { metal: 0, rough: 0.4 }),
      metal('#c9c9c9', 0.2),
      matte('#3a322d', { rough: 0.36 }),
    ),
  'ceramide-barrier-cream': () =>
    glassJar(3.5, 4.6, cream('#f6efe6'), gold(0.2), decals('ceramide-barrier-cream', 1.1)),
  'vitamin-c-ampoules': () => [
    ...put(carton(8.6, 14.4, 3, '#f4e4cf', 'ampoule-carton', [7.2, 6.8]), { at: [-0.6, 0, -2.6], turn: 8 }),
    ...put(
      row(5, 1.75, () => ampoule(liquid('#f0a23c', 0.55))),
      { at: [0.4, 0, 1.6] },
    ),
  ],
  'papaya-enzyme-polish': () =>
    tube(2.5, 13, labelled('papaya-enzyme-polish', matte('#dd7f5e', { rough: 0.4, soft: 0.12 }), 5), gold(0.22), 2.6),
  'hyaluronic-cloud-serum': () =>
    airless(
      1.85,
      9,
      labelled('hyaluronic-cloud-serum', glossy('#b9d0dc', { rough: 0.12, soft: 0.1 }), 2.2),
      steel(0.14),
      glossy('#f3f5f6', { rough: 0.14 }),
    ),
  'mineral-shield-spf-40': () =>
    tube(
      2.15,
      10.6,
      labelled('mineral-shield-spf-40', matte('#dcc6a4', { rough: 0.44, soft: 0.1 }), 3.9),
      matte('#f3ece1', { rough: 0.36 }),
      2.3,
    ),
  'rose-mist-toner': () =>
    mister(
      2.55,
      10.2,
      glass('#fbf4f3', 0.3, { decals: decals('rose-mist-toner', 2.6) }),
      liquid('#ea9a9f', 0.28),
      glossy('#f6f1ee', { rough: 0.16 }),
      gold(0.2),
    ),
  'gel-lacquer-oxblood': () => lacquer('#5d0f17', decals('gel-lacquer-oxblood', 0.75)),
  'gel-lacquer-porcelain': () => lacquer('#e2b7ab', decals('gel-lacquer-porcelain', 0.75)),
  'sculpt-builder-gel': () => [
    ...jar(2.7, 2.9, labelled('sculpt-builder-gel', glossy('#dfaca6', { rough: 0.16, soft: 0.15 }), 0.45), null, 0),
    { mesh: lidOf(2.78, 1.7, 2.95, 56), material: matte('#1e1b1b', { rough: 0.36 }) },
  ],
  'apricot-cuticle-oil': () =>
    rollOn(liquid('#efa640', 0.6), copper(0.2)).map((part, i) =>
      i === 0 ? { ...part, material: { ...part.material, decals: decals('apricot-cuticle-oil', 0.9) } } : part,
    ),
  'halo-led-lamp': lamp,
  'precision-lash-adhesive': () =>
    adhesive(
      labelled('precision-lash-adhesive', matte('#1d1b1c', { rough: 0.4 }), 0.55),
      matte('#2a2728', { rough: 0.34 }),
    ),
  'volume-lash-tray': lashTray,
  'brow-tint-palette': palette,
  'lash-foam-cleanser': () => [
    ...jar(2.1, 8.2, labelled('lash-foam-cleanser', matte('#a9bba6', { rough: 0.36, soft: 0.12 }), 1.5), null, 0),
    ...lidAndFoamer(),
  ],
  'cobalt-styling-shears': () => shears(),
  'carbon-comb-set': () => [
    ...put(comb(18, 2.6, 0.3, false), { at: [0, 0, -1.4], turn: 14 }),
    ...put(comb(21, 2.2, 0.34, true), { at: [1, 0.45, 0.6], turn: -8 }),
    ...put(comb(16, 3.4, 0.62, false), { at: [-0.8, 0.9, 2.6], turn: -27 }),
  ],
  'artist-face-brushes': brushesInCup,
  'aria-ionic-dryer': () => [...dryer(matte('#3a393b', { rough: 0.42 }), copper(0.18)), ...dryerCable()],
  'embossed-foil-roll': () => foil(),
  'cotton-salon-towels': () => {
    const towel = rolledTowel('#ddcdb4')
    const spots: [number, number, number][] = [
      [-6.7, 0, 1],
      [0, 0, 8],
      [6.7, 0, -3],
      [-3.35, 5.75, 4],
      [3.35, 5.75, -2],
      [0, 11.5, 2],
    ]
    return spots.flatMap(([x, y, turn]) => put(towel, { at: [x, y, 0], turn }))
  },
  'tint-bowl-and-brush': () => [
    ...bowl(cream('#8d7fa8')),
    ...put(put(tintBrush(), { turn: 90 }), { at: [16, 11.8, -2.2], roll: 116, turn: 10 }),
  ],
  'glass-file-duo': () => [
    ...put(file(14, '#c98a8f'), { at: [0, 0, 0.2], turn: 14 }),
    ...put(file(9.5, '#8aa3b4'), { at: [0.4, 0.32, 1.4], turn: -22 }),
  ],
}

function lidAndFoamer(): Part[] {
  const white = matte('#f4f1ec', { rough: 0.34 })
  return [
    { mesh: lidOf(1.9, 1.6, 8.25, 40), material: white },
    { mesh: merge(...pumpHead(9.7, 0.62, white).map((part) => part.mesh)), material: white },
  ]
}

import { labelTexts } from '../label-texts.ts'
import type { Part } from '../material.ts'
import { kitBox, slab } from '../models/packaging.ts'
import { put } from '../models/parts.ts'
import type { Scene, Still } from '../still.ts'
import type { Mood } from '../stage.ts'
import { extent, gathered, line, lying, product, staggered, stand } from './arrange.ts'

type Kit = {
  hue: string
  mood?: Mood
  /** Products in the back and front rows; a product may appear more than once. */
  back: string[]
  front: string[]
  offset?: number
  pair: [string, string]
  row?: string[]
  pitch?: number
  /** Replaces the two rows with a custom arrangement. */
  whole?: () => Part[]
  raise?: number
  /** Likewise for the close picture and the row. */
  close?: () => Pick<Still, 'subject' | 'view'>
  study?: () => Pick<Still, 'subject' | 'view'>
  box: { color: string; size: [number, number, number]; before: string[]; hue?: string; mood?: Mood }
}

/** Omits the parts that only make sense alone, such as cartons behind it and cables. */
const piece = (name: string): Part[] => {
  const [handle, part] = name.split(':')
  const all = product(handle as string)
  if (part === 'tube') return all.slice(0, 2)
  if (part === 'ampoules') return all.slice(1)
  if (part === 'back') return put(all, { turn: 70 })
  return all
}
const pieces = (names: string[]) => names.map(piece)

const kits: Record<string, Kit> = {
  'keratin-repair-ritual': {
    hue: '#d6b39f',
    back: ['color-hold-shampoo', 'color-hold-conditioner'],
    front: ['keratin-repair-masque', 'bond-rebuilding-serum'],
    raise: 4.2,
    pair: ['keratin-repair-masque', 'bond-rebuilding-serum'],
    box: { color: '#7c4234', size: [27, 14, 20], before: ['keratin-repair-masque', 'bond-rebuilding-serum'] },
  },
  'balayage-studio-kit': {
    hue: '#bfb6cb',
    back: ['oxide-developer-20', 'oxide-developer-20', 'clay-lightener'],
    front: ['embossed-foil-roll', 'tint-bowl-and-brush'],
    pair: ['embossed-foil-roll', 'tint-bowl-and-brush'],
    pitch: 12,
    box: { color: '#5a4d77', size: [34, 17, 24], before: ['clay-lightener', 'tint-bowl-and-brush'] },
  },
  'color-hold-backbar-pair': {
    hue: '#cbb0b5',
    back: ['color-hold-shampoo', 'color-hold-conditioner'],
    front: ['color-hold-conditioner', 'color-hold-shampoo'],
    offset: 3.4,
    pair: ['color-hold-shampoo', 'color-hold-conditioner'],
    box: { color: '#5b2a41', size: [24, 25, 22], before: ['color-hold-shampoo', 'color-hold-conditioner'] },
  },
  'gloss-bar-refill': {
    whole: () => [
      ...stand(['oxide-developer-20', -8, -4, 8], ['tint-bowl-and-brush', 6.4, -6, 46]),
      ...[-3.4, 1.4, 6.2, -6.2, -1.3, 3.6].flatMap((x, i) =>
        put(piece('demi-gloss-color:tube'), { at: [x, 0, i < 3 ? 2.6 : 7.6], turn: x * -1.4 }),
      ),
    ],
    hue: '#cfb190',
    back: ['oxide-developer-20', 'tint-bowl-and-brush'],
    front: Array.from({ length: 6 }, () => 'demi-gloss-color:tube'),
    pair: ['demi-gloss-color:tube', 'demi-gloss-color:tube'],
    pitch: 11,
    row: ['oxide-developer-20', 'demi-gloss-color:tube', 'demi-gloss-color:tube', 'tint-bowl-and-brush:back'],
    box: {
      color: '#6a4a3a',
      size: [30, 15, 20],
      before: ['demi-gloss-color:tube', 'demi-gloss-color:tube', 'demi-gloss-color:tube', 'oxide-developer-20'],
    },
  },
  'blowout-bar-set': {
    whole: () =>
      stand(
        ['aria-ionic-dryer', 4.4, -3, 22],
        ['flexible-finish-spray', -10.6, -2.4, 10],
        ['flexible-finish-spray', -6.2, 1.8, -6],
        ['bond-rebuilding-serum', -1.2, 5.6, 4],
        ['carbon-comb-set', 6.4, 10, 6],
      ),
    pitch: 12,
    hue: '#b3a79e',
    back: ['aria-ionic-dryer'],
    front: ['flexible-finish-spray', 'flexible-finish-spray', 'bond-rebuilding-serum'],
    pair: ['flexible-finish-spray', 'bond-rebuilding-serum'],
    row: ['flexible-finish-spray', 'aria-ionic-dryer', 'bond-rebuilding-serum'],
    box: {
      color: '#3c3735',
      size: [32, 15, 24],
      before: ['flexible-finish-spray', 'bond-rebuilding-serum'],
      mood: 'soft',
    },
  },
  'session-stylist-case': {
    whole: () =>
      stand(['aria-ionic-dryer', 1, -7, 20], ['cobalt-styling-shears', -6, 5.4, 34], ['carbon-comb-set', 7.4, 6.4, 4]),
    hue: '#a9b2ba',
    back: ['aria-ionic-dryer'],
    front: ['cobalt-styling-shears'],
    pair: ['cobalt-styling-shears', 'carbon-comb-set'],
    pitch: 24,
    close: () => ({
      subject: stand(['cobalt-styling-shears', -2.6, 4.6, 40], ['carbon-comb-set', 3, -3, 16]),
      view: { pitch: 40, yaw: -12, fill: [0.98, 0.8], blur: 0.3 },
    }),
    study: () => ({
      subject: [
        ...lying(product('aria-ionic-dryer').slice(0, -1), 4.2, 0, 2, -14),
        ...stand(['cobalt-styling-shears', -6.4, 8, 62], ['carbon-comb-set', 9.4, 5, 58]),
      ],
      view: { pitch: 66, fill: [0.8, 0.74] },
    }),
    box: { color: '#2c2b2d', size: [34, 13, 26], before: ['cobalt-styling-shears'], hue: '#96a2ac' },
  },
  'barrier-facial-set': {
    hue: '#dfd5c7',
    back: ['hyaluronic-cloud-serum', 'rose-mist-toner'],
    front: ['ceramide-barrier-cream'],
    offset: -2.6,
    pair: ['ceramide-barrier-cream', 'rose-mist-toner'],
    box: { color: '#e9dfd0', size: [19, 10, 14], before: ['ceramide-barrier-cream', 'hyaluronic-cloud-serum'] },
  },
  'bright-skin-protocol': {
    hue: '#efc49c',
    back: ['papaya-enzyme-polish', 'mineral-shield-spf-40'],
    front: ['vitamin-c-ampoules:ampoules'],
    pair: ['vitamin-c-ampoules:ampoules', 'mineral-shield-spf-40'],
    box: { color: '#f0cfa8', size: [18, 11, 13], before: ['vitamin-c-ampoules:ampoules', 'papaya-enzyme-polish'] },
  },
  'gel-manicure-studio': {
    whole: () =>
      stand(
        ['halo-led-lamp', 0, -6, -14],
        ['gel-lacquer-oxblood', -7.4, 7.6, 16],
        ['sculpt-builder-gel', -3.2, 10.4, 8],
        ['gel-lacquer-porcelain', 0.8, 8.2, -8],
        ['apricot-cuticle-oil', 4, 10, -10],
        ['glass-file-duo', 8.2, 9, 52],
      ),
    hue: '#c9a7a6',
    back: ['halo-led-lamp'],
    front: [
      'gel-lacquer-oxblood',
      'sculpt-builder-gel',
      'gel-lacquer-porcelain',
      'apricot-cuticle-oil',
      'glass-file-duo',
    ],
    pair: ['gel-lacquer-oxblood', 'sculpt-builder-gel'],
    pitch: 12,
    row: ['gel-lacquer-oxblood', 'gel-lacquer-porcelain', 'sculpt-builder-gel', 'apricot-cuticle-oil'],
    box: {
      color: '#5d1f22',
      size: [27, 13, 22],
      before: ['gel-lacquer-oxblood', 'sculpt-builder-gel', 'gel-lacquer-porcelain'],
    },
  },
  'lash-artist-set': {
    hue: '#c3cdbd',
    back: ['lash-foam-cleanser', 'precision-lash-adhesive', 'lash-foam-cleanser'],
    front: ['volume-lash-tray', 'volume-lash-tray'],
    pair: ['precision-lash-adhesive', 'volume-lash-tray'],
    close: () => ({
      subject: stand(['volume-lash-tray', 1.6, 0, -24], ['precision-lash-adhesive', -4.4, 5.6, 6]),
      view: { pitch: 32, yaw: -8, fill: [0.9, 0.76], blur: 0.3 },
    }),
    pitch: 20,
    row: ['lash-foam-cleanser', 'precision-lash-adhesive', 'lash-foam-cleanser'],
    box: { color: '#a9bba6', size: [18, 9, 15], before: ['lash-foam-cleanser', 'precision-lash-adhesive'] },
  },
  'bridal-face-kit': {
    hue: '#e4bfba',
    back: ['artist-face-brushes', 'mineral-shield-spf-40'],
    front: ['hyaluronic-cloud-serum', 'rose-mist-toner'],
    offset: 1.4,
    pair: ['hyaluronic-cloud-serum', 'artist-face-brushes'],
    box: { color: '#e9c9c4', size: [21, 11, 17], before: ['hyaluronic-cloud-serum', 'rose-mist-toner'] },
  },
  'apprentice-training-kit': {
    whole: () => [
      ...stand(
        ['cotton-salon-towels', -3.4, -8, -4],
        ['tint-bowl-and-brush', 9.6, 0.6, 54],
        ['embossed-foil-roll', -8, 6.4, 16],
      ),
      ...put(piece('demi-gloss-color:tube'), { at: [1, 0, 5.4], turn: 6 }),
      ...put(piece('demi-gloss-color:tube'), { at: [5.6, 0, 8.4], turn: -8 }),
      ...stand(['carbon-comb-set', 7, 16, 4]),
    ],
    hue: '#d9c49c',
    back: ['cotton-salon-towels', 'tint-bowl-and-brush'],
    front: ['demi-gloss-color:tube', 'demi-gloss-color:tube', 'carbon-comb-set', 'embossed-foil-roll'],
    pair: ['tint-bowl-and-brush', 'carbon-comb-set'],
    pitch: 18,
    close: () => ({
      subject: stand(['tint-bowl-and-brush', 0, -5, 46], ['carbon-comb-set', -1.4, 8, 12]),
      view: { pitch: 32, fill: [0.92, 0.78], blur: 0.3 },
    }),
    row: [
      'cotton-salon-towels',
      'demi-gloss-color:tube',
      'tint-bowl-and-brush:back',
      'demi-gloss-color:tube',
      'embossed-foil-roll',
    ],
    box: { color: '#b89a68', size: [34, 17, 24], before: ['demi-gloss-color:tube', 'tint-bowl-and-brush'] },
  },
}

const group = (kit: Kit): Pick<Still, 'subject' | 'props'> => {
  if (kit.whole) return { subject: kit.whole() }
  const raise = kit.raise ?? 0
  const subject = gathered(pieces(kit.back), pieces(kit.front), raise, kit.offset)
  if (raise === 0) return { subject }
  const { size } = extent(gathered(pieces(kit.back), []))
  return { subject, props: slab(size[0] + 3, raise, size[2] + 1.2, kit.hue) }
}

function scenesOf(handle: string, kit: Kit): [string, Scene][] {
  const whole = (): Still => ({
    hue: kit.hue,
    mood: kit.mood,
    ...group(kit),
    view: { pitch: kit.pitch ?? 8, fill: [0.82, 0.68] },
  })
  const pair = (): Still => {
    if (kit.close) return { hue: kit.hue, mood: 'sun', ...kit.close() }
    const [a, b] = pieces(kit.pair) as [Part[], Part[]]
    const subject = line([a, b], 0.9, 0, 0, [9, -12])
    return {
      hue: kit.hue,
      mood: 'sun',
      subject,
      view: {
        pitch: Math.max(kit.pitch ?? 0, 10),
        yaw: -10,
        fill: [0.8, 0.7],
        close: { at: [0.46, 0.46, 0.7], zoom: 1.35 },
        blur: 0.35,
      },
    }
  }
  const row = (): Still => {
    if (kit.study) return { hue: kit.hue, mood: 'soft', ...kit.study() }
    const all = pieces(kit.row ?? [...kit.back, ...kit.front])
    // Five or more in one line would be too small to see, so every second one steps forward.
    const raised = all.length > 4 ? staggered(all, 1.6) : line(all, 1.1, 0, 1.6)
    const { size } = extent(raised)
    return {
      hue: kit.hue,
      mood: 'back',
      subject: raised,
      props: slab(size[0] * 1.05, 1.6, size[2] * 1.25, kit.hue),
      view: { pitch: Math.max((kit.pitch ?? 8) + 2, 9), yaw: 12, fill: [0.76, 0.6] },
    }
  }
  const boxed = (): Still => {
    const [w, h, d] = kit.box.size
    const label = labelTexts[handle]
    if (!label) throw new Error(`No label text for ${handle}`)
    const s = Math.min(1, (w * 0.82) / label.size[0], (h * 0.56) / label.size[1])
    const carton = put(kitBox(w, h, d, kit.box.color, handle, [label.size[0] * s, label.size[1] * s]), { turn: 12 })
    const before = line(pieces(kit.box.before), 0.8)
    const { size } = extent(before)
    const placed = put(before, { at: [w * 0.5, 0, d / 2 + size[2] / 2 + 3], turn: -6 })
    return {
      hue: kit.box.hue ?? kit.hue,
      mood: kit.box.mood ?? 'soft',
      subject: [...carton, ...placed],
      view: { pitch: 13, fill: [0.82, 0.66] },
    }
  }
  return [
    [handle, whole],
    [`${handle}-close`, pair],
    [`${handle}-study`, row],
    [`${handle}-group`, boxed],
  ]
}

export const packageScenes: Record<string, Scene> = Object.fromEntries(
  Object.entries(kits).flatMap(([handle, kit]) => scenesOf(handle, kit)),
)

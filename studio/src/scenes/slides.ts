import { plinth, slab } from '../models/packaging.ts'
import { put } from '../models/parts.ts'
import type { Scene } from '../still.ts'
import { product, stand } from './arrange.ts'

/** Wide scenes with their subject in the right third: the headline goes into the empty area on the left. */
export const slideScenes: Record<string, Scene> = {
  'slide-repair': () => ({
    hue: '#cf9f83',
    mood: 'sun',
    gloss: 0.22,
    subject: stand(
      ['color-hold-shampoo', -6.4, -2, 10, 3],
      ['color-hold-conditioner', 2.6, -3.4, -6, 3],
      ['keratin-repair-masque', 10.4, 7, -10, 0],
      ['bond-rebuilding-serum', -1.6, 4.6, 6, 3],
    ),
    props: put(plinth(9.9, 3, '#d3a78d'), { at: [-2.2, 0, -0.8] }),
    view: { pitch: 6, fill: [0.36, 0.7], shift: [0.23, 0.05] },
    glow: [3, 3],
  }),
  'slide-skin': () => ({
    hue: '#cfd6d6',
    mood: 'back',
    gloss: 0.26,
    subject: stand(
      ['rose-mist-toner', -4.4, -1.4, 10, 2.4],
      ['hyaluronic-cloud-serum', 0.8, -2.4, -4, 2.4],
      ['ceramide-barrier-cream', 5.2, 3, -8, 0],
      ['mineral-shield-spf-40', -9.2, 2.6, 12, 0],
    ),
    props: put(slab(11.5, 2.4, 8, '#d8dcda'), { at: [-1.6, 0, -2], turn: 6 }),
    view: { pitch: 7, fill: [0.36, 0.66], shift: [0.23, 0.05] },
    glow: [8, 3],
  }),
  'slide-nails': () => ({
    hue: '#74332f',
    mood: 'dark',
    gloss: 0.3,
    subject: [
      ...put(product('halo-led-lamp'), { at: [0, 0, -5], turn: -16 }),
      ...stand(
        ['gel-lacquer-oxblood', -6.6, 9.4, 14],
        ['gel-lacquer-porcelain', -2.6, 11, -6],
        ['sculpt-builder-gel', 3.6, 10.4, -8],
        ['apricot-cuticle-oil', 8.2, 8, -14],
      ),
    ],
    view: { pitch: 10, fill: [0.4, 0.66], shift: [0.22, 0.06] },
    glow: [6, 3],
  }),
}

import { brows } from './catalog/brows.ts'
import { hair } from './catalog/hair.ts'
import { nails } from './catalog/nails.ts'
import { hairPackages } from './catalog/packages-hair.ts'
import { studioPackages } from './catalog/packages-studio.ts'
import { skin } from './catalog/skin.ts'
import { studio } from './catalog/studio.ts'
import { tools } from './catalog/tools.ts'
import type { DemoProduct } from './catalog/types.ts'

export type { DemoProduct } from './catalog/types.ts'

export const demoCategories: { slug: string; name: string }[] = [
  { slug: 'hair', name: 'Hair' },
  { slug: 'skin', name: 'Skin' },
  { slug: 'nails', name: 'Nails' },
  { slug: 'brows-lashes', name: 'Brows & Lashes' },
  { slug: 'tools', name: 'Tools' },
  { slug: 'studio', name: 'Studio Essentials' },
]

/** Single products first: a package may only reference products listed before it. */
export const demoProducts: DemoProduct[] = [
  ...hair,
  ...skin,
  ...nails,
  ...brows,
  ...tools,
  ...studio,
  ...hairPackages,
  ...studioPackages,
]

/** Products that share a card; the first member is the main product. */
export const demoFamilies = [
  {
    name: 'Gel Lacquer',
    optionName: 'Shade',
    members: [
      { handle: 'gel-lacquer-oxblood', optionValue: 'Oxblood', swatch: '#571a20' },
      { handle: 'gel-lacquer-porcelain', optionValue: 'Bare Porcelain', swatch: '#e9cfc2' },
    ],
  },
]

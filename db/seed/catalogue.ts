import { brows } from './catalogue/brows.ts'
import { hair } from './catalogue/hair.ts'
import { nails } from './catalogue/nails.ts'
import { hairPackages } from './catalogue/packages-hair.ts'
import { studioPackages } from './catalogue/packages-studio.ts'
import { skin } from './catalogue/skin.ts'
import { studio } from './catalogue/studio.ts'
import { tools } from './catalogue/tools.ts'
import type { DemoProduct } from './catalogue/types.ts'

export type { DemoProduct } from './catalogue/types.ts'

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

/** An image's file is a base name: `file-<width>.avif` and `.webp` are in db/seed/pictures. */
export type DemoImage = { file: string; alt: string }

export type DemoProduct = {
  handle: string
  name: string
  kind: 'product' | 'package'
  category: string
  vendor: string
  tags: string[]
  sku: string
  description: string
  priceCents: number
  compareAtCents: number | null
  pv: number
  /** Share of the price that earns commission, in basis points; 0 for training and starter kits. */
  commissionableBp: number
  weightGrams: number
  /** null: stock is not tracked. */
  stock: number | null
  /** Position on the home page; null: not featured. */
  featured: number | null
  images: DemoImage[]
  contents: { handle: string; quantity: number }[]
}

/** The four images of the carousel in order: whole, close, study, group. */
export function carouselImages(handle: string, alts: [string, string, string, string]): DemoImage[] {
  const suffixes = ['', '-close', '-study', '-group']
  return alts.map((alt, i) => ({ file: `${handle}${suffixes[i]}`, alt }))
}

import { type DemoProduct, demoCategories } from '#seed/catalogue.ts'

const BOARDS_A_RACK = 6

/** A rack a category, its boards from the top: the third product of the second category lies at B1-3. */
export function demoShelf(product: DemoProduct, products: readonly DemoProduct[]): string {
  const rack = demoCategories.findIndex(({ slug }) => slug === product.category)
  const index = products.filter(({ category }) => category === product.category).indexOf(product)
  return `${String.fromCharCode(65 + rack)}${Math.trunc(index / BOARDS_A_RACK) + 1}-${(index % BOARDS_A_RACK) + 1}`
}

/** An EAN-13 of those that a shop gives itself (they begin with 20), by the product's place in the catalogue. */
export function demoBarcode(index: number): string {
  const digits = `20${String(index + 1).padStart(10, '0')}`
  const sum = [...digits].reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 1 : 3), 0)
  return digits + ((10 - (sum % 10)) % 10)
}

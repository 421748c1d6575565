import { type DemoProduct, demoCategories } from '#seed/catalog.ts'

const BOARDS_PER_RACK = 6

/**
 * Assigns a rack per category, with boards counted from the top: the third product of the second category is at B1-3.
 */
export function assignDemoShelf(product: DemoProduct, products: readonly DemoProduct[]): string {
  const rack = demoCategories.findIndex(({ slug }) => slug === product.category)
  const index = products.filter(({ category }) => category === product.category).indexOf(product)
  return `${String.fromCharCode(65 + rack)}${Math.trunc(index / BOARDS_PER_RACK) + 1}-${(index % BOARDS_PER_RACK) + 1}`
}

/** Returns an EAN-13 for in-store use (prefix 20), derived from the product's position in the catalog. */
export function createDemoBarcode(index: number): string {
  const digits = `20${String(index + 1).padStart(10, '0')}`
  const sum = [...digits].reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 1 : 3), 0)
  return digits + ((10 - (sum % 10)) % 10)
}

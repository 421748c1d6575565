import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { demoCategories, demoProducts } from './catalog.ts'
import { demoFaqs, demoSlides } from './content.ts'

const pictures = fileURLToPath(new URL('./pictures/', import.meta.url))
const packages = demoProducts.filter((product) => product.kind === 'package')
const pricesByHandle = new Map(demoProducts.map((product) => [product.handle, product.priceCents]))

const missing = (files: string[], widths: number[]) =>
  files
    .flatMap((file) => widths.flatMap((width) => [`${file}-${width}.avif`, `${file}-${width}.webp`]))
    .filter((name) => !existsSync(pictures + name))

test('the demo shop has the promised number of products', () => {
  expect(demoProducts.length - packages.length).toBeGreaterThanOrEqual(28)
  expect(packages).toHaveLength(12)
  expect(demoFaqs.length).toBeGreaterThanOrEqual(12)
  const usedCategories = new Set(demoProducts.map((product) => product.category))
  expect([...usedCategories].sort()).toEqual(demoCategories.map((category) => category.slug).sort())
})

test('handles, SKUs and picture files are unique', () => {
  for (const values of [
    demoProducts.map((product) => product.handle),
    demoProducts.map((product) => product.sku),
    demoProducts.flatMap((product) => product.images.map((image) => image.file)),
  ])
    expect(new Set(values).size).toBe(values.length)
})

test('a package contains only single products and costs less than its parts', () => {
  const single = new Set(demoProducts.filter((product) => product.kind === 'product').map((product) => product.handle))
  for (const kit of packages) {
    expect(kit.contents.length, kit.handle).toBeGreaterThan(1)
    expect(kit.contents.filter((item) => !single.has(item.handle))).toEqual([])
    const partsPrice = kit.contents.reduce(
      (sum, item) => sum + item.quantity * (pricesByHandle.get(item.handle) ?? 0),
      0,
    )
    expect(kit.priceCents, kit.handle).toBeLessThan(partsPrice)
    if (kit.compareAtCents !== null) expect(kit.compareAtCents, kit.handle).toBe(partsPrice)
  }
})

test('training kits earn neither points nor commission', () => {
  const trainingKits = demoProducts.filter((product) => product.tags.includes('training'))
  expect(trainingKits.length).toBeGreaterThan(0)
  for (const kit of trainingKits) expect([kit.pv, kit.commissionableBp]).toEqual([0, 0])
})

test('descriptions have 50 to 170 words of plain rich text', () => {
  for (const { handle, description } of demoProducts) {
    const tags = [...description.matchAll(/<\/?([a-z0-9]+)[^>]*>/g)].map((match) => match[1])
    expect(tags.filter((tag) => !['p', 'h2', 'h3', 'h4', 'ul', 'li', 'strong', 'em'].includes(tag ?? ''))).toEqual([])
    const words = description
      .replace(/<[^>]+>/g, ' ')
      .trim()
      .split(/\s+/).length
    expect(words, handle).toBeGreaterThanOrEqual(50)
    expect(words, handle).toBeLessThanOrEqual(170)
  }
})

test('every picture exists in all widths and both formats', () => {
  const files = demoProducts.flatMap((product) => product.images.map((image) => image.file))
  expect(missing(files, [320, 640, 960, 1280])).toEqual([])
  expect(
    missing(
      demoSlides.slides.map(({ picture }) => picture.src.slice('/uploads/'.length)),
      [640, 1280, 1920],
    ),
  ).toEqual([])
})

import { expect, it } from 'vitest'
import { cents } from '#domain/money/money.ts'
import { formatSize, formatUnitPrice } from './size.ts'

it.each([
  [500, 'ml', '16.9 fl oz (500 ml)'],
  [1, 'l', '33.8 fl oz (1 l)'],
  [12.5, 'ml', '0.423 fl oz (12.5 ml)'],
  [16.9, 'fl_oz', '16.9 fl oz (500 ml)'],
  [8, 'fl_oz', '8 fl oz (237 ml)'],
  [33.8, 'fl_oz', '33.8 fl oz (1 l)'],
  [128, 'fl_oz', '128 fl oz (3.79 l)'],
  [100, 'g', '3.53 oz (100 g)'],
  [1, 'kg', '2.2 lb (1 kg)'],
  [8, 'oz', '8 oz (227 g)'],
  [1, 'lb', '1 lb (454 g)'],
  [5, 'lb', '5 lb (2.27 kg)'],
  [1, 'pc', '1 piece'],
  [1200, 'pc', '1,200 pieces'],
] as const)('shows %d %s as %s', (amount, unit, text) => {
  expect(formatSize(amount, unit)).toBe(text)
})

it.each([
  [1000, 500, 'ml', '$0.59 per fl oz'],
  [1000, 1, 'l', '$0.30 per fl oz'],
  [1690, 16.9, 'fl_oz', '$1.00 per fl oz'],
  [1000, 100, 'g', '$2.83 per oz'],
  [1000, 1, 'kg', '$4.54 per lb'],
  [1000, 2, 'lb', '$5.00 per lb'],
  [500, 500, 'pc', '$0.010 per piece'],
  [0, 500, 'ml', '$0.00 per fl oz'],
  [500, 1, 'pc', undefined],
] as const)('prices %d cents for %d %s at %s', (price, amount, unit, text) => {
  expect(formatUnitPrice(cents(price), amount, unit)).toBe(text)
})

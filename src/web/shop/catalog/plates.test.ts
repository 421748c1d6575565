import { expect, test } from 'vitest'
import { layOutPlates, type Plate } from './plates.ts'

const cells: Record<Plate, number> = { large: 4, wide: 2, half: 2, small: 1 }
const cellsOnPhone: Record<Plate, number> = { large: 2, wide: 2, half: 1, small: 1 }
const sum = (list: Plate[], size: Record<Plate, number>) => list.reduce((total, plate) => total + size[plate], 0)

test('any number of products fills whole rows of four columns, or of two on a phone', () => {
  for (let count = 2; count <= 40; count++) {
    const list = layOutPlates(count)
    expect(list).toHaveLength(count)
    expect(sum(list, cells) % 4, `${count} products`).toBe(0)
    expect(sum(list, cellsOnPhone) % 2, `${count} products on a phone`).toBe(0)
  }
})

test('six products make a short spread and a row of two', () => {
  expect(layOutPlates(6)).toEqual(['large', 'small', 'small', 'wide', 'half', 'half'])
})

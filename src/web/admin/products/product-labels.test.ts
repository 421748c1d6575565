import { expect, it } from 'vitest'
import { categoryLabels, formatStock, productState } from './product-labels.ts'

it('an active product outside of its period is hidden', () => {
  expect(productState({ status: 'active', visible: true }).label).toBe('Active')
  expect(productState({ status: 'active', visible: false })).toEqual({ label: 'Active, hidden now', tone: 'waiting' })
  expect(productState({ status: 'archived', visible: false }).label).toBe('Archived')
})

it('stock that is not counted is not tracked', () => {
  expect([formatStock(null), formatStock(0), formatStock(1200)]).toEqual(['not tracked', '0', '1,200'])
})

it('categories are listed as a tree, children after their parent', () => {
  const category = (category_id: number, name: string, parent_id: number | null = null) => ({
    category_id,
    name,
    parent_id,
  })
  const categories = [category(7, 'Nails', 9), category(2, 'Brows'), category(9, 'Care'), category(1, 'Skin', 9)]
  expect([...categoryLabels({ categories })]).toEqual([
    [2, 'Brows'],
    [9, 'Care'],
    [7, 'Care › Nails'],
    [1, 'Care › Skin'],
  ])
})

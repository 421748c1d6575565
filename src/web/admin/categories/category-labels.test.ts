import { expect, test } from 'vitest'
import { categoryFacts, toBranches } from './category-labels.ts'

const category = (category_id: number, name: string, parent_id: number | null) => ({
  ...{ category_id, name, slug: name.toLowerCase(), parent_id, products: 0, former_slugs: [], picture: null },
})
const tree = { version: '1', data: [category(1, 'Hair', null), category(3, 'Color', 1), category(2, 'Skin', null)] }

test('groups categories below their parents', () => {
  expect(toBranches(tree).map(({ name, children }) => [name, children.map((child) => child.name)])).toEqual([
    ['Hair', ['Color']],
    ['Skin', []],
  ])
})

test('names the place of each category', () => {
  expect(categoryFacts(tree)).toEqual({
    ...{ Order: 'Hair, Color, Skin', 'Category 1': 'Hair (hair)', 'Category 3': 'Hair › Color (color)' },
    'Category 2': 'Skin (skin)',
  })
})

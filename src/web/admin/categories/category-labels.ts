import type { CategoryTree, ManagedCategory } from '#contract/catalog/categories.ts'

export type CategoryBranch = ManagedCategory & { children: ManagedCategory[] }

/** Groups the categories by the one they are below, in the order of the store. */
export const toBranches = ({ data }: CategoryTree): CategoryBranch[] =>
  data
    .filter(({ parent_id }) => parent_id === null)
    .map((category) => ({ ...category, children: data.filter(({ parent_id }) => parent_id === category.category_id) }))

/** The categories by name, to show in a form what someone else changed. */
export function categoryFacts({ data }: CategoryTree): Record<string, string> {
  const names = new Map(data.map(({ category_id, name }) => [category_id, name]))
  return Object.fromEntries([
    ['Order', data.map(({ name }) => name).join(', ')],
    ...data.map(({ category_id, name, slug, parent_id, picture }) => [
      `Category ${category_id}`,
      `${parent_id === null ? '' : `${names.get(parent_id)} › `}${name} (${slug})${picture ? `, picture ${picture.alt}` : ''}`,
    ]),
  ])
}

export const countLabel = (products: number): string =>
  products === 1 ? '1 product' : `${products.toLocaleString('en-US')} products`

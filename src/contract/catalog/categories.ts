import * as z from 'zod/mini'
import { defineAdminCall } from '#contract/base/admin-call.ts'
import { optionalText, pictureSrc, requiredText, rowId, urlPart } from '#contract/base/fields.ts'
import { MAX_CATEGORIES } from '#contract/base/limits.ts'
import { shopMessages } from '#contract/base/messages.ts'
import { expected_version, Version } from '#contract/base/version.ts'
import { Image } from './calls.ts'

const text = z.string()

/** The query parameter `category` takes no more (`ListingQuery`). */
const MAX_SLUG = 100

export const ManagedCategory = z.object({
  category_id: z.int(),
  name: text,
  slug: text,
  /** The category it is below; null at the top. */
  parent_id: z.nullable(z.int()),
  /** Its own products in every status, without those of its subcategories. */
  products: z.int(),
  /** Slugs whose listings redirect to it. */
  former_slugs: z.array(text),
  picture: z.nullable(Image),
})
export type ManagedCategory = z.infer<typeof ManagedCategory>

/** In the order of the store; one version for the whole tree. */
export const CategoryTree = z.object({ data: z.array(ManagedCategory), version: Version })
export type CategoryTree = z.infer<typeof CategoryTree>

const params = z.object({ category_id: rowId })
const name = requiredText('Enter a name.', 100)
const slug = urlPart('Enter a URL slug.', MAX_SLUG)
const parent_id = z.nullable(rowId)
/** One that is not sent stays as it is. */
const picture = z.optional(z.nullable(z.object({ src: pictureSrc, alt: optionalText() })))

const CategoryFields = z.object({ name, slug, parent_id, picture })
export type CategoryFields = z.infer<typeof CategoryFields>

const changed = { responses: { 200: CategoryTree }, current: CategoryTree } as const

export const categoriesCall = defineAdminCall('categories', {
  summary: 'Lists all categories with their number of products',
  permission: 'products.read',
  responses: { 200: CategoryTree },
})
export const addCategoryCall = defineAdminCall('addCategory', {
  summary: 'Adds a category after the others of its level. A redirect from its slug ends',
  permission: 'products.change',
  body: z.extend(CategoryFields, { expected_version }),
  ...changed,
  errors: [409, 422],
})
export const saveCategoryCall = defineAdminCall('saveCategory', {
  summary: 'Renames a category or moves it below another one; its former slug redirects to it',
  permission: 'products.change',
  params,
  body: z.extend(CategoryFields, { expected_version }),
  ...changed,
  errors: [404, 409, 422],
})
export const orderCategoriesCall = defineAdminCall('orderCategories', {
  summary: 'Sets the order of the categories below one category, or at the top',
  permission: 'products.change',
  body: z.object({
    parent_id,
    category_ids: z.array(rowId).check(
      z.maxLength(MAX_CATEGORIES, shopMessages.malformed),
      z.refine((ids) => new Set(ids).size === ids.length, 'List each category only once.'),
    ),
    expected_version,
  }),
  ...changed,
  errors: [409, 422],
})
export const mergeCategoryCall = defineAdminCall('mergeCategory', {
  summary: 'Moves all products to another category, to which its slugs then redirect, and deletes it',
  permission: 'products.change',
  params,
  body: z.object({ into_id: rowId, expected_version }),
  ...changed,
  errors: [404, 409, 422],
})
export const deleteCategoryCall = defineAdminCall('deleteCategory', {
  summary: 'Deletes a category without products and subcategories',
  permission: 'products.change',
  params,
  body: z.object({ expected_version }),
  ...changed,
  errors: [404, 409],
})

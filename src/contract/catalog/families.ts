import * as z from 'zod/mini'
import { defineAdminCall } from '#contract/base/admin-call.ts'
import { dollars, requiredText, rowId, wholeNumber } from '#contract/base/fields.ts'
import { shopMessages } from '#contract/base/messages.ts'
import { expected_version, Version } from '#contract/base/version.ts'
import { productStatuses } from '#domain/catalog/product-content.ts'

export const MAX_FAMILY_MEMBERS = 200

const Swatch = z.nullable(z.string().check(z.regex(/^#[0-9a-f]{6}$/, 'Enter a color.')))
const members = z
  .array(
    z.object({
      /** Null adds a copy of the canonical member. */
      product_id: z.nullable(rowId),
      option_value: requiredText('Enter what sets this product apart, such as its shade.', 100),
      swatch: Swatch,
    }),
  )
  .check(
    z.minLength(1, 'A family needs a product.'),
    z.maxLength(MAX_FAMILY_MEMBERS, `A family can have up to ${MAX_FAMILY_MEMBERS} products.`),
    z.refine((list) => {
      const ids = list.flatMap(({ product_id }) => product_id ?? [])
      return new Set(ids).size === ids.length
    }, 'Name each product once.'),
  )
const body = {
  name: requiredText('Enter a name.'),
  /** Name of the option in which the members differ, such as `Shade`. */
  option_name: requiredText('Enter what the products differ in, such as Shade.', 100),
  /** All members, in the order of the picker. */
  members,
  /** Position of the main product, which must exist already. */
  canonical: wholeNumber(0, MAX_FAMILY_MEMBERS - 1, shopMessages.malformed),
  /** New members get the status of the main product; otherwise they are drafts. */
  publish_new: z._default(z.boolean({ error: shopMessages.malformed }), false),
}

export const ManagedFamily = z.object({
  family_id: z.int(),
  /** Changes with the members, too. */
  version: Version,
  name: z.string(),
  option_name: z.string(),
  canonical_id: z.nullable(z.int()),
  members: z.array(
    z.object({
      product_id: z.int(),
      name: z.string(),
      status: z.enum(productStatuses),
      option_value: z.string(),
      swatch: z.nullable(z.string()),
      price: dollars,
    }),
  ),
})
export type ManagedFamily = z.infer<typeof ManagedFamily>

const params = z.object({ family_id: rowId })

export const managedFamilyCall = defineAdminCall('managedFamily', {
  summary: 'Retrieves a family of products with its members',
  permission: 'products.read',
  params,
  responses: { 200: ManagedFamily },
  errors: [404],
})
export const addFamilyCall = defineAdminCall('addFamily', {
  summary: 'Makes a family of products. Members without a product are added as copies of the main one',
  permission: 'products.change',
  body: z.object(body),
  responses: { 200: ManagedFamily },
  errors: [409, 422],
})
export const saveFamilyCall = defineAdminCall('saveFamily', {
  summary: 'Changes a family: its members that are not sent leave it',
  permission: 'products.change',
  params,
  body: z.object({ ...body, expected_version }),
  responses: { 200: ManagedFamily },
  current: ManagedFamily,
  errors: [404, 409, 422],
})
export const dissolveFamilyCall = defineAdminCall('dissolveFamily', {
  summary: 'Dissolves a family; its products stay',
  permission: 'products.change',
  params,
  body: z.object({ expected_version }),
  responses: { 200: z.object({}) },
  current: ManagedFamily,
  errors: [404, 409],
})

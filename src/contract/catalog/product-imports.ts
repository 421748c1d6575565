import * as z from 'zod/mini'
import { defineAdminCall } from '#contract/base/admin-call.ts'
import { dollars, instant, rowId } from '#contract/base/fields.ts'
import { PRODUCT_FILE_LIMIT } from '#contract/base/limits.ts'
import { shopMessages } from '#contract/base/messages.ts'
import { expected_version, Version } from '#contract/base/version.ts'

const text = z.string()
const permission = 'products.change'
const params = z.object({ import_id: rowId })

/** Why a file or a row cannot be imported. Line 1 is the header row. */
const ImportRefusal = z.object({ line: z.int(), column: z.nullable(text), message: text })

export const importNotes = [
  'becomes_free',
  'sold_out',
  'no_category',
  'no_picture',
  'picture_address',
  'shared_barcode',
] as const
export type ImportNote = (typeof importNotes)[number]
const note = z.enum(importNotes)
const outcome = z.enum(['new', 'changed', 'unchanged', 'refused'])

export const ProductImport = z.object({
  import_id: z.int(),
  file_name: text,
  /**
   * `ready` can be imported. `refused` could not be read. `failed` ended early: what was imported stays, and can be
   * undone.
   */
  state: z.enum(['reading', 'ready', 'refused', 'importing', 'imported', 'undoing', 'undone', 'failed']),
  /** Identifies the comparison of the file with the shop; sent with `startProductImport`. */
  version: Version,
  /** Progress of the current job, from 0 to 100. */
  percent: z.int(),
  refusal: z.nullable(ImportRefusal),
  /** Products of the file by outcome. */
  counts: z.object({
    new: z.int(),
    changed: z.int(),
    unchanged: z.int(),
    refused: z.int(),
    /** Products whose stock differs in the file, and those among them that differ in nothing else. */
    stock_differs: z.int(),
    only_stock_differs: z.int(),
    /** Products of the shop that are not in the file. */
    others: z.int(),
  }),
  /** Products by note. A product may have several. */
  notes: z.record(note, z.int()),
  /** Fields that the file has no column for. */
  kept_fields: z.array(text),
  /** Columns of the file that are not read. */
  ignored_columns: z.array(text),
  updates_stock: z.boolean(),
  /** Products that were added or changed, and those that were left because they had changed since the preview. */
  added: z.int(),
  changed: z.int(),
  skipped: z.int(),
  /** After an undo: new products that were archived, and products that had changed and were left. */
  undo_archived: z.int(),
  undo_refused: z.int(),
  requested_by: text,
  requested_at: instant,
  ended_at: z.nullable(instant),
  /** Pictures with an address that are fetched or can be; `fetching` while a job does it. */
  pictures: z.object({
    fetching: z.boolean(),
    /** Addresses that were not fetched yet. */
    open: z.int(),
    waiting: z.int(),
    stored: z.int(),
    failed: z.int(),
  }),
})
export type ProductImport = z.infer<typeof ProductImport>

export const productImportsCall = defineAdminCall('productImports', {
  summary: 'Lists the imports of the last 30 days, newest first',
  permission,
  responses: {
    200: z.object({
      data: z.array(
        z.pick(ProductImport, {
          import_id: true,
          file_name: true,
          state: true,
          added: true,
          changed: true,
          requested_by: true,
          requested_at: true,
        }),
      ),
    }),
  },
})

export const productImportCall = defineAdminCall('productImport', {
  summary: 'Returns an import: its progress, and what it would change or has changed',
  permission,
  params,
  responses: { 200: ProductImport },
  errors: [404],
})

const Row = z.object({
  line: z.int(),
  handle: text,
  name: text,
  outcome,
  /** null for a product that the shop does not have. */
  product_id: z.nullable(z.int()),
  price: z.nullable(dollars),
  /** Fields that change, with the values before and after as text. */
  changes: z.array(z.object({ field: text, before: text, after: text })),
  notes: z.array(note),
  refusal: z.nullable(ImportRefusal),
  /** `skipped`: left because it had changed since the preview. */
  result: z.nullable(z.enum(['imported', 'unchanged', 'skipped'])),
  /** `archived` instead of deleted, because it has orders. `refused`: changed since the import, and left. */
  undo: z.nullable(z.enum(['undone', 'archived', 'refused'])),
})
export type ProductImportRow = z.infer<typeof Row>

export const productImportRowsCall = defineAdminCall('productImportRows', {
  summary: 'Lists the products of an imported file by line, 50 per page',
  permission,
  params,
  query: z.object({
    outcome: z.optional(z.enum(['new', 'changed', 'unchanged', 'refused'], shopMessages.malformed)),
    note: z.optional(z.enum(importNotes, shopMessages.malformed)),
    result: z.optional(z.enum(['imported', 'skipped'], shopMessages.malformed)),
    undo: z.optional(z.enum(['archived', 'refused'], shopMessages.malformed)),
    /** `1` counts a product as changed if only its stock differs. */
    stock: z.optional(z.literal('1', shopMessages.malformed)),
    after: z.optional(rowId),
  }),
  responses: { 200: z.object({ data: z.array(Row), next: z.nullable(z.int()) }) },
  errors: [404, 422],
})

export const uploadProductImportCall = defineAdminCall('uploadProductImport', {
  summary: 'Receives a product file as CSV; a job reads it and compares it with the shop. Changes no product',
  permission,
  file: { field: 'file', maxBytes: PRODUCT_FILE_LIMIT },
  responses: { 200: ProductImport },
  callsPerMinute: 20,
  rateLimitGroup: 'uploads',
  errors: [413, 422],
})

export const startProductImportCall = defineAdminCall('startProductImport', {
  summary: 'Starts the import that was previewed; a job writes it in slices',
  permission,
  params,
  body: z.object({
    expected_version,
    /** Sets the stock of existing products from the file. New ones get it in any case. */
    update_stock: z._default(z.boolean(), false),
    /** Set to sell products for $0.00. */
    confirmed: z._default(z.boolean(), false),
  }),
  responses: { 200: ProductImport },
  current: ProductImport,
  errors: [404, 409, 422],
})

export const undoProductImportCall = defineAdminCall('undoProductImport', {
  summary: 'Undoes an import as a whole, unless one of its products has changed since',
  permission,
  params,
  body: z.object({}),
  responses: { 200: ProductImport },
  current: ProductImport,
  errors: [404, 409],
})

export const discardProductImportCall = defineAdminCall('discardProductImport', {
  summary: 'Deletes a file that was not imported',
  permission,
  params,
  body: z.object({}),
  responses: { 200: z.object({}) },
  current: ProductImport,
  errors: [404, 409],
})

export const productImportPicturesCall = defineAdminCall('productImportPictures', {
  summary: 'Lists the pictures of an import that could not be fetched, up to 200, with the reasons',
  permission,
  params,
  responses: { 200: z.object({ data: z.array(z.object({ url: text, error: text })) }) },
  errors: [404],
})

export const fetchImportPicturesCall = defineAdminCall('fetchImportPictures', {
  summary: 'Fetches the pictures of an import from their addresses, also those that failed before; a job does it',
  permission,
  params,
  body: z.object({}),
  responses: { 200: ProductImport },
  current: ProductImport,
  errors: [404, 409],
})

import type { FastifyInstance } from 'fastify'
import { shopMessages } from '#contract/base/messages.ts'
import {
  addProductCall,
  changeProductsCall,
  deleteProductCall,
  managedProductCall,
  managedProductsCall,
  type ProductChanges,
  productChoicesCall,
  productHistoryCall,
  restoreProductCall,
  saveProductCall,
} from '#contract/catalog/admin-calls.ts'
import { uploadProductDocumentCall, uploadProductPictureCall } from '#contract/catalog/product-uploads.ts'
import type { ProductContent } from '#domain/catalog/product-content.ts'
import { toCents } from '#domain/money/money.ts'
import { type Result, refuse } from '#domain/result.ts'
import { readRichText } from '#server/content/read-rich-text.ts'
import { toPictureSrc } from '#server/content/uploads/picture-src.ts'
import { recordProductUpload } from '#server/content/uploads/product-uploads.ts'
import { storeAttachment } from '#server/content/uploads/store-attachment.ts'
import { storePicture } from '#server/content/uploads/store-picture.ts'
import { pictureProblem } from '#server/content/uploads/upload.errors.ts'
import { fieldProblem, notFound, problem } from '#server/http/errors.ts'
import type { Receive } from '#server/http/serve.ts'
import { serve } from '#server/http/serve.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import { makeStaffPolicies } from '#server/identity/staff/find-staff.ts'
import { abortOnDisconnect } from '#server/platform/abort-on-disconnect.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Services } from '#server/platform/services.ts'
import { claimUploads, type UploadRefusal } from './claim-uploads.ts'
import { findContents } from './content.queries.ts'
import { deleteProduct } from './delete-product.ts'
import { findListed, findProductChoices } from './list-managed.queries.ts'
import { listManagedProducts } from './list-managed.ts'
import { findManagedProduct } from './managed-product.queries.ts'
import { newProduct } from './new-product.ts'
import { toContentChanges } from './present-fields.ts'
import { presentListed } from './present-listed.ts'
import { presentManaged } from './present-managed.ts'
import { editsProblem, productProblem } from './product.errors.ts'
import { listVersions } from './product-history.ts'
import { restoreProduct } from './restore-product.ts'
import { addProduct, type EditRefusal, type ProductEdit, saveProducts } from './save-products.ts'

/** Products of the back office: the list, the editor and the grid (docs/back-office §9). */
export function productEditingRoutes(app: FastifyInstance, services: Services, receive: Receive): void {
  const { db, files } = services
  const { permitted } = makeStaffPolicies(services)
  const requireProduct = async (id: number) => {
    const row = await findManagedProduct(db, id)
    if (!row) throw notFound()
    return presentManaged(row)
  }
  const readChanges = async (fields: ProductChanges): Promise<Partial<ProductContent>> =>
    toContentChanges(
      fields.description_html === undefined
        ? fields
        : { ...fields, description_html: (await readRichText(fields.description_html)).html },
    )

  serve(app, managedProductCall, permitted(managedProductCall), ({ params }) => requireProduct(params.product_id))

  serve(app, managedProductsCall, permitted(managedProductsCall), async ({ query }) => {
    const listed = await listManagedProducts(services, query)
    if (!listed.ok) throw fieldProblem('invalid', 'after', shopMessages.malformed)
    return listed
  })

  serve(app, productChoicesCall, permitted(productChoicesCall), () => findProductChoices(db))

  serve(app, addProductCall, permitted(addProductCall), async ({ body, caller }) => {
    const { name, price } = body.fields
    const changes = await readChanges(body.fields)
    const content = { ...newProduct(name, toCents(price)), ...changes }
    const result = await inTransaction(db, async (trx) => {
      const claimed = await claimUploads(trx, undefined, changes)
      if (!claimed.ok) return claimed
      const product = { content, stock: body.stock, creationKey: body.creation_key }
      return addProduct(trx, caller.actor, product, { isConfirmed: body.confirmed })
    })
    if (!result.ok) throw productProblem(result.refusal)
    return requireProduct(result.id)
  })

  serve(app, saveProductCall, permitted(saveProductCall), async ({ params: { product_id: id }, body, caller }) => {
    const changes = await readChanges(body.fields)
    const result = await inTransaction(db, (trx) =>
      saveClaimed(trx, caller.actor, [{ id, expectedVersion: Number(body.expected_version), changes }], {
        source: 'edit',
        isConfirmed: body.confirmed,
      }),
    )
    if (result.ok) return requireProduct(id)
    const [refusal] = result.refusal.refusals
    if (!refusal) throw new Error('refused without a reason')
    throw productProblem(refusal, refusal.code === 'stale' ? await requireProduct(id) : undefined)
  })

  serve(app, changeProductsCall, permitted(changeProductsCall), async ({ body, caller }) => {
    const edits = await Promise.all(
      body.products.map(async ({ product_id: id, fields, expected_version }) => ({
        id,
        expectedVersion: expected_version === undefined ? undefined : Number(expected_version),
        changes: await readChanges(fields),
      })),
    )
    const ids = edits.map(({ id }) => id)
    if (new Set(ids).size < ids.length) throw fieldProblem('invalid', 'products', 'Name each product once.')
    const result = await inTransaction(db, (trx) =>
      saveClaimed(trx, caller.actor, edits, { source: 'bulk', isConfirmed: body.confirmed }),
    )
    if (result.ok) return { data: (await findListed(db, ids)).map(presentListed) }
    const { refusals } = result.refusal
    const stale = refusals.flatMap(({ code, index }) => (code === 'stale' ? [ids[index] ?? 0] : []))
    throw editsProblem(refusals, (await findListed(db, stale)).map(presentListed))
  })

  serve(app, deleteProductCall, permitted(deleteProductCall), async ({ params: { product_id: id }, body, caller }) => {
    const result = await inTransaction(db, (trx) =>
      deleteProduct(trx, caller.actor, { id, expectedVersion: Number(body.expected_version) }),
    )
    if (result.ok) return {}
    if (result.refusal.code === 'has_orders') {
      throw problem(
        'has_orders',
        'This product has orders or is part of a package, so it can’t be deleted. Archive it.',
      )
    }
    throw productProblem(result.refusal, result.refusal.code === 'stale' ? await requireProduct(id) : undefined)
  })

  serve(app, productHistoryCall, permitted(productHistoryCall), async ({ params: { product_id: id }, query }) => {
    if (!(await findContents(db, [id])).has(id)) throw notFound()
    return listVersions(db, id, query.after)
  })

  serve(
    app,
    restoreProductCall,
    permitted(restoreProductCall),
    async ({ params: { product_id: id }, body, caller }) => {
      const result = await inTransaction(db, (trx) =>
        restoreProduct(trx, caller.actor, {
          id,
          version: body.version,
          expectedVersion: Number(body.expected_version),
          isConfirmed: body.confirmed,
        }),
      )
      if (result.ok) return requireProduct(id)
      if (result.refusal.code === 'version_not_found') {
        throw fieldProblem('version_not_found', 'version', 'There is no such version.')
      }
      throw productProblem(result.refusal, result.refusal.code === 'stale' ? await requireProduct(id) : undefined)
    },
  )

  const recordUpload = (actor: Actor, upload: Parameters<typeof recordProductUpload>[1]) =>
    inTransaction(db, async (trx) => {
      await recordProductUpload(trx, upload)
      await recordAction(trx, actor, {
        action: `${upload.kind}.uploaded`,
        subject: { kind: 'picture', id: upload.file },
        after: { bytes: upload.bytes },
      })
    })

  serve(
    app,
    uploadProductPictureCall,
    permitted(uploadProductPictureCall),
    async ({ file, caller, reply }) => {
      if (!file) throw fieldProblem('invalid', 'file', 'Choose a picture.')
      const stored = await storePicture(files, file.path, undefined, {
        owner: 'staff',
        signal: abortOnDisconnect(reply),
      })
      if (!stored.ok) throw pictureProblem(stored.refusal)
      await recordUpload(caller.actor, { file: stored.file, kind: 'picture', bytes: stored.bytes })
      return { src: toPictureSrc(stored.file) }
    },
    receive,
  )

  serve(
    app,
    uploadProductDocumentCall,
    permitted(uploadProductDocumentCall),
    async ({ file, caller }) => {
      if (!file) throw fieldProblem('invalid', 'file', 'Choose a PDF file.')
      const stored = await storeAttachment(files, file, ({ ending }) => ending === 'pdf')
      if (!stored.ok) throw fieldProblem('wrong_type', 'file', 'This isn’t a PDF file.')
      const { file: name, name: title, bytes } = stored.attachment
      await recordUpload(caller.actor, { file: name, kind: 'document', bytes })
      return { file: name, title: title.replace(/\.pdf$/i, '') }
    },
    receive,
  )
}

/** Saves edits made by hand, whose pictures and documents were uploaded before. */
async function saveClaimed(
  trx: Transaction,
  actor: Actor,
  edits: readonly ProductEdit[],
  options: Parameters<typeof saveProducts>[3],
): Promise<Result<object, { code: 'refused'; refusals: (EditRefusal | (UploadRefusal & { index: number }))[] }>> {
  for (const [index, { id, changes }] of edits.entries()) {
    const claimed = await claimUploads(trx, id, changes)
    if (!claimed.ok) return refuse({ code: 'refused', refusals: [{ ...claimed.refusal, index }] })
  }
  return saveProducts(trx, actor, edits, options)
}

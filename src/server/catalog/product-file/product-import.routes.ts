import type { FastifyInstance } from 'fastify'
import {
  discardProductImportCall,
  fetchImportPicturesCall,
  productImportCall,
  productImportPicturesCall,
  productImportRowsCall,
  productImportsCall,
  startProductImportCall,
  undoProductImportCall,
  uploadProductImportCall,
} from '#contract/catalog/product-imports.ts'
import { fieldProblem, notFound, problem } from '#server/http/errors.ts'
import { type Receive, serve } from '#server/http/serve.ts'
import { makeStaffPolicies } from '#server/identity/staff/find-staff.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Services } from '#server/platform/services.ts'
import { compareStaleLines } from './compare-product-import.ts'
import { discardProductImport } from './discard-product-import.ts'
import { fetchImportPictures } from './fetch-import-pictures.ts'
import { findFailedPictures, findPictureCounts } from './import-picture.queries.ts'
import { findImportRows } from './import-rows.queries.ts'
import { presentImportRow, presentImportSummary, presentProductImport } from './present-product-import.ts'
import { notNow, startImportProblem, undoImportProblem } from './product-import.errors.ts'
import { findImport, findImports } from './product-import.queries.ts'
import { receiveProductImport } from './receive-product-import.ts'
import { startProductImport } from './start-product-import.ts'
import { findUndoCounts } from './undo-import.queries.ts'
import { undoProductImport } from './undo-product-import.ts'

const PAGE = 50
const MAX_IMPORTS = 50
const MAX_FAILED_PICTURES = 200

/** Imports of product files in the browser (docs/back-office §3, Products). */
export function productImportRoutes(app: FastifyInstance, services: Services, receive: Receive): void {
  const { db, jobs, files } = services
  const { permitted } = makeStaffPolicies(services)
  const requireImport = async (id: number) => {
    const run = await findImport(db, id)
    if (!run) throw notFound()
    const [pictures, undone] = await Promise.all([findPictureCounts(db, id), findUndoCounts(db, id)])
    return presentProductImport(run, { pictures, undone })
  }

  serve(app, productImportsCall, permitted(productImportsCall), async () => ({
    data: (await findImports(db, MAX_IMPORTS)).map(presentImportSummary),
  }))

  serve(app, productImportCall, permitted(productImportCall), ({ params }) => requireImport(params.import_id))

  serve(app, productImportRowsCall, permitted(productImportRowsCall), async ({ params: { import_id: id }, query }) => {
    const run = await findImport(db, id)
    if (!run) throw notFound()
    const { after = 0, stock, ...filter } = query
    const countsStock = run.state === 'ready' ? stock === '1' : run.updates_stock
    const rows = await findImportRows(db, id, { ...filter, countsStock }, { after, limit: PAGE + 1 })
    const page = rows.slice(0, PAGE)
    return {
      data: page.map((row) => presentImportRow(row, { showsStock: countsStock })),
      next: rows.length > PAGE ? (page.at(-1)?.line ?? null) : null,
    }
  })

  serve(
    app,
    uploadProductImportCall,
    permitted(uploadProductImportCall),
    async ({ file, caller }) => {
      if (!file) throw fieldProblem('invalid', 'file', 'Choose a CSV file.')
      if (file.bytes === 0) throw fieldProblem('invalid', 'file', 'This file is empty.')
      return requireImport(await receiveProductImport(services, caller.actor, file))
    },
    receive,
  )

  serve(
    app,
    startProductImportCall,
    permitted(startProductImportCall),
    async ({ params: { import_id: id }, body, caller }) => {
      // Before the transaction, so that the new comparison stays if the import is refused.
      await compareStaleLines(services, id)
      const input = {
        ...{ id, expectedVersion: body.expected_version },
        ...{ updatesStock: body.update_stock, isConfirmed: body.confirmed },
      }
      const result = await inTransaction(db, (trx) => startProductImport(trx, caller.actor, input, { jobs }))
      if (result.ok) return requireImport(id)
      if (result.refusal.code === 'not_found') throw notFound()
      const current = await requireImport(id)
      throw startImportProblem(result.refusal, () => current)
    },
  )

  serve(app, undoProductImportCall, permitted(undoProductImportCall), async ({ params: { import_id: id }, caller }) => {
    const result = await inTransaction(db, (trx) => undoProductImport(trx, caller.actor, id, { jobs }))
    if (result.ok) return requireImport(id)
    if (result.refusal.code === 'not_found') throw notFound()
    const current = await requireImport(id)
    throw undoImportProblem(result.refusal, () => current)
  })

  serve(
    app,
    discardProductImportCall,
    permitted(discardProductImportCall),
    async ({ params: { import_id: id }, caller }) => {
      const result = await inTransaction(db, (trx) => discardProductImport(trx, caller.actor, id))
      if (!result.ok) {
        if (result.refusal.code === 'not_found') throw notFound()
        throw notNow(await requireImport(id))
      }
      if (result.file !== null) await files.remove(result.file)
      return {}
    },
  )

  serve(app, productImportPicturesCall, permitted(productImportPicturesCall), async ({ params: { import_id: id } }) => {
    if (!(await findImport(db, id))) throw notFound()
    return { data: await findFailedPictures(db, id, MAX_FAILED_PICTURES) }
  })

  serve(
    app,
    fetchImportPicturesCall,
    permitted(fetchImportPicturesCall),
    async ({ params: { import_id: id }, caller }) => {
      const result = await inTransaction(db, (trx) => fetchImportPictures(trx, caller.actor, id, { jobs }))
      if (result.ok) return requireImport(id)
      if (result.refusal.code === 'not_found') throw notFound()
      if (result.refusal.code === 'unchanged') throw problem('unchanged', 'There are no pictures to fetch.')
      throw notNow(await requireImport(id))
    },
  )
}

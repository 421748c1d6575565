import type { FastifyInstance } from 'fastify'
import {
  correctStockCall,
  countStockCall,
  damageStockCall,
  receiveStockCall,
  type StockRow,
  stockCall,
  stockDueCall,
  stockHistoryCall,
} from '#contract/stock/admin-calls.ts'
import { notFound, problem } from '#server/http/errors.ts'
import { serve } from '#server/http/serve.ts'
import { makeStaffPolicies } from '#server/identity/staff/find-staff.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Services } from '#server/platform/services.ts'
import { adjustStock, type StockAdjustment } from './adjust-stock.ts'
import { STOCK_CHANGED, stockProblem } from './stock.errors.ts'
import {
  findDueCounts,
  findMovementsBefore,
  findScarce,
  findStock,
  findStockList,
  type StockListRow,
} from './stock.queries.ts'

const PAGE = 100

type AdjustmentCall = Omit<typeof receiveStockCall, 'name' | 'path' | 'summary'> & { path: string; summary: string }

/** Serves stock and its manual adjustments by staff (docs/back-office §3, Stock). */
export function stockRoutes(app: FastifyInstance, services: Services): void {
  const { db, settings } = services
  const { permitted } = makeStaffPolicies(services)
  const readLowThreshold = () => settings.get('low_stock_below')
  const present = ({ id, ...row }: StockListRow): StockRow => ({ product_id: id, ...row })
  const requireStock = async (id: number) => {
    const row = await findStock(db, id, readLowThreshold())
    if (!row) throw notFound()
    return present(row)
  }
  /** Finds a product's position among the scarce ones by its current stock. */
  const findPosition = async (id: number) => ({
    available: (await findStock(db, id, readLowThreshold()))?.available ?? -1,
    id,
  })

  serve(app, stockCall, permitted(stockCall), async ({ query: { search, only, after = 0 } }) => {
    const low = readLowThreshold()
    const limit = PAGE + 1
    const rows =
      only === 'low'
        ? await findScarce(db, low, { after: await findPosition(after), limit })
        : await findStockList(db, { search, low, after, limit })
    const page = rows.slice(0, PAGE)
    return { data: page.map(present), next: rows.length > PAGE ? (page.at(-1)?.id ?? null) : null }
  })

  serve(app, stockDueCall, permitted(stockDueCall), async () => ({ data: await findDueCounts(db) }))

  serve(app, stockHistoryCall, permitted(stockHistoryCall), async ({ params, query }) => {
    const product = await requireStock(params.product_id)
    const { before = 2_147_483_647 } = query
    const rows = await findMovementsBefore(db, params.product_id, { before, limit: PAGE + 1 })
    const page = rows.slice(0, PAGE)
    return {
      product,
      movements: page.map(({ made_at, made_by, reason, ...movement }) => ({
        ...movement,
        created_at: made_at.toISOString(),
        created_by: made_by,
        reason: reason ?? '',
      })),
      next: rows.length > PAGE ? (page.at(-1)?.number ?? null) : null,
    }
  })

  const serveAdjustment = (call: AdjustmentCall, kind: StockAdjustment['kind']) =>
    serve(app, call, permitted(call), async ({ params: { product_id: productId }, body, caller: { actor } }) => {
      const { quantity, reason, expected_version: expectedVersion } = body
      const adjustment = { productId, kind, quantity, reason, expectedVersion }
      const adjusted = await inTransaction(db, (trx) => adjustStock(trx, actor, adjustment))
      if (adjusted.ok) return { product: await requireStock(productId) }
      if (adjusted.refusal.code !== 'stale') throw stockProblem(adjusted.refusal)
      throw problem('stale', STOCK_CHANGED, { current: await requireStock(productId) })
    })
  serveAdjustment(receiveStockCall, 'receipt')
  serveAdjustment(countStockCall, 'count')
  serveAdjustment(correctStockCall, 'correction')
  serveAdjustment(damageStockCall, 'damage')
}

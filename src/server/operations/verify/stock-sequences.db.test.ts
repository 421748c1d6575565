import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { OrderId, ProductId } from '#server/platform/database/tables.generated.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { adjustStock } from '#server/stock/adjust-stock.ts'
import { allocateStock } from '#server/stock/allocate-stock.ts'
import { returnStock } from '#server/stock/return-stock.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct } from '#test/factories.ts'
import { runCheck } from './check.queries.ts'
import { stockChecks } from './stock-checks.queries.ts'

const COMPONENTS = 3
const PACKAGES = 2
const ORDERS = 3
const LINES = 2

const index = (count: number) => fc.nat(count - 1)
const contents = fc.uniqueArray(fc.record({ part: index(COMPONENTS), quantity: fc.integer({ min: 1, max: 3 }) }), {
  selector: ({ part }) => part,
  minLength: 1,
})
const pieces = fc.integer({ min: 1, max: 6 })
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      action: fc.constant('allocate' as const),
      order: index(ORDERS),
      line: index(LINES),
      quantity: pieces,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      action: fc.constant('restore' as const),
      order: index(ORDERS),
      line: index(LINES),
      quantity: fc.option(pieces),
      kind: fc.constantFrom('cancel' as const, 'return' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      action: fc.constant('adjust' as const),
      part: index(COMPONENTS),
      kind: fc.constantFrom('receipt' as const, 'count' as const, 'correction' as const, 'damage' as const),
      quantity: fc.integer({ min: -5, max: 20 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ action: fc.constant('contents' as const), pack: index(PACKAGES), contents }) },
  { weight: 1, arbitrary: fc.record({ action: fc.constant('uncount' as const), part: index(COMPONENTS) }) },
)
const sequence = fc.record({
  stocks: fc.array(fc.option(fc.nat(30)), { minLength: COMPONENTS, maxLength: COMPONENTS }),
  packages: fc.array(contents, { minLength: PACKAGES, maxLength: PACKAGES }),
  /** Product of each line of each order: a component, or after them a package. */
  goods: fc.array(index(COMPONENTS + PACKAGES), { minLength: ORDERS * LINES, maxLength: ORDERS * LINES }),
  steps: fc.array(step, { minLength: 1, maxLength: 16 }),
})

/** A slow model without sums: a pile of items for each component, and the items allocated to each line. */
class StockModel {
  readonly piles: number[]
  readonly isCounted: boolean[]
  /**
   * Components of each item by line; the last taken is last. Items taken while stock was not counted are not included.
   */
  readonly held = new Map<number, number[][]>()

  constructor(stocks: readonly (number | null)[]) {
    this.piles = stocks.map((stock) => stock ?? 0)
    this.isCounted = stocks.map((stock) => stock !== null)
  }

  take(line: number, quantity: number, parts: readonly number[]): boolean {
    const counted = parts.filter((part) => this.isCounted[part])
    const previous = [...this.piles]
    for (let piece = 0; piece < quantity; piece++)
      for (const part of counted) this.piles[part] = (this.piles[part] as number) - 1
    if (this.piles.some((pile) => pile < 0)) {
      this.piles.splice(0, this.piles.length, ...previous)
      return false
    }
    if (counted.length > 0)
      this.held.set(line, [...(this.held.get(line) ?? []), ...Array.from({ length: quantity }, () => counted)])
    return true
  }

  restore(line: number, quantity: number): void {
    const taken = this.held.get(line) ?? []
    for (const piece of taken.splice(Math.max(0, taken.length - quantity)))
      for (const part of piece) this.piles[part] = (this.piles[part] as number) + 1
  }

  adjust(part: number, kind: string, quantity: number): boolean {
    const pile = this.piles[part] as number
    if (kind === 'correction' ? quantity === 0 : kind === 'count' ? quantity < 0 : quantity <= 0) return false
    if (kind !== 'count' && !this.isCounted[part]) return false
    const after = kind === 'count' ? quantity : kind === 'damage' ? pile - quantity : pile + quantity
    if (after < 0) return false
    this.piles[part] = after
    this.isCounted[part] = true
    return true
  }
}

databaseTest('any sequence of stock operations', (connection) => {
  it('leaves the same quantity on hand as counting item by item', async () => {
    const { db, pool } = connection()
    const actor = { kind: 'command_line' } as const
    await fc.assert(
      fc.asyncProperty(sequence, async ({ stocks, packages, goods, steps }) => {
        const model = new StockModel(stocks)
        const parts: ProductId[] = []
        for (const stock of stocks) parts.push((await makeProduct(db, { stock })).id)
        const toContents = (input: (typeof packages)[number]) =>
          input.map(({ part, quantity }) => ({ productId: parts[part] as ProductId, quantity }))
        const currentContents = [...packages]
        const packageIds: number[] = []
        for (const input of packages) packageIds.push((await makeProduct(db, { contents: toContents(input) })).id)
        const listParts = (good: number) =>
          good < COMPONENTS
            ? [good]
            : (currentContents[good - COMPONENTS] ?? []).flatMap(({ part, quantity }) =>
                Array<number>(quantity).fill(part),
              )
        const findProductId = (good: number) =>
          (good < COMPONENTS ? parts[good] : packageIds[good - COMPONENTS]) as number
        const orders: OrderId[] = []
        for (let order = 0; order < ORDERS; order++) orders.push(await makeOrder())

        for (const input of steps) {
          if (input.action === 'allocate') {
            const line = input.order * LINES + input.line
            const good = goods[line] as number
            const orderLine = { position: input.line, productId: findProductId(good), quantity: input.quantity }
            const allocated = await inTransaction(db, (trx) =>
              allocateStock(trx, actor, { orderId: orders[input.order] as OrderId, lines: [orderLine] }),
            )
            expect(allocated.ok).toBe(model.take(line, input.quantity, listParts(good)))
          } else if (input.action === 'restore') {
            const orderId = orders[input.order] as OrderId
            const lines = input.quantity === null ? undefined : [{ position: input.line, quantity: input.quantity }]
            await inTransaction(db, (trx) =>
              returnStock(trx, actor, { orderId, kind: input.kind, ...(lines && { lines }) }),
            )
            if (input.quantity !== null) model.restore(input.order * LINES + input.line, input.quantity)
            else for (let line = 0; line < LINES; line++) model.restore(input.order * LINES + line, 1_000)
          } else if (input.action === 'adjust') {
            const { part, kind, quantity } = input
            const adjusted = await inTransaction(db, (trx) =>
              adjustStock(trx, actor, { productId: parts[part] as number, kind, quantity, reason: 'Test' }),
            )
            expect(adjusted.ok).toBe(model.adjust(part, kind, quantity))
          } else if (input.action === 'contents') {
            currentContents[input.pack] = input.contents
            await pool.query('delete from package_contents where package_id = $1', [packageIds[input.pack]])
            for (const [position, { productId, quantity }] of toContents(input.contents).entries())
              await pool.query(
                'insert into package_contents (package_id, product_id, quantity, position) values ($1, $2, $3, $4)',
                [packageIds[input.pack], productId, quantity, position],
              )
          } else {
            model.isCounted[input.part] = false
            await pool.query('update products set stock = null where id = $1', [parts[input.part]])
          }
          const { rows } = await pool.query(
            `select stock, (select coalesce(sum(quantity), 0)::int from stock_movements where product_id = products.id) as moved
               from products where id = any($1) order by id`,
            [parts],
          )
          expect(rows).toEqual(
            model.piles.map((pile, part) => ({ stock: model.isCounted[part] ? pile : null, moved: pile })),
          )
        }
        for (const check of stockChecks) expect(await runCheck(db, check)).toEqual([])
      }),
      { numRuns: 40 },
    )
  })

  async function makeOrder(): Promise<OrderId> {
    const { pool } = connection()
    const { rows } =
      await pool.query(`insert into orders (type, first_name, last_name, email, phone_number, sub_total_cents,
        shipping_price_cents, insurance_cents, tax_cents, total_cents, pv, cv_cents, shipping_description, payment_type)
      values ('P', 'Ann', 'Lee', 'ann@example.com', '1', 0, 0, 0, 0, 0, 0, 0, 'Pickup', 'check') returning id`)
    await pool.query(
      `insert into order_lines (order_id, position, name, quantity, price_cents, total_price_cents, unit_pv, commissionable_bp, cv_cents)
       select $1, position, 'Goods', 99, 0, 0, 0, 0, 0 from generate_series(0, $2::int - 1) position`,
      [rows[0].id, LINES],
    )
    return rows[0].id
  }
})

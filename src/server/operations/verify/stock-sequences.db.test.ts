import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { OrderId, ProductId } from '#server/platform/database/tables.generated.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { adjustStock } from '#server/stock/adjust-stock.ts'
import { returnStock } from '#server/stock/return-stock.ts'
import { allocateStock } from '#server/stock/take-stock.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct } from '#test/factories.ts'
import { runCheck } from './check.queries.ts'
import { stockChecks } from './stock-checks.queries.ts'

const COMPONENTS = 3
const PACKAGES = 2
const ORDERS = 3
const LINES = 2

const nth = (count: number) => fc.nat(count - 1)
const contents = fc.uniqueArray(fc.record({ part: nth(COMPONENTS), quantity: fc.integer({ min: 1, max: 3 }) }), {
  selector: ({ part }) => part,
  minLength: 1,
})
const pieces = fc.integer({ min: 1, max: 6 })
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('take' as const),
      order: nth(ORDERS),
      line: nth(LINES),
      quantity: pieces,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('back' as const),
      order: nth(ORDERS),
      line: nth(LINES),
      quantity: fc.option(pieces),
      kind: fc.constantFrom('cancel' as const, 'return' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('adjust' as const),
      part: nth(COMPONENTS),
      kind: fc.constantFrom('receipt' as const, 'count' as const, 'correction' as const, 'damage' as const),
      quantity: fc.integer({ min: -5, max: 20 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('contents' as const), pack: nth(PACKAGES), contents }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('uncount' as const), part: nth(COMPONENTS) }) },
)
const sequence = fc.record({
  stocks: fc.array(fc.option(fc.nat(30)), { minLength: COMPONENTS, maxLength: COMPONENTS }),
  packages: fc.array(contents, { minLength: PACKAGES, maxLength: PACKAGES }),
  /** Product of each line of each order: a component, or after them a package. */
  goods: fc.array(nth(COMPONENTS + PACKAGES), { minLength: ORDERS * LINES, maxLength: ORDERS * LINES }),
  steps: fc.array(step, { minLength: 1, maxLength: 16 }),
})

/** A slow model without sums: a pile of items for each component, and the items taken for each line. */
class Shelves {
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
    const before = [...this.piles]
    for (let piece = 0; piece < quantity; piece++)
      for (const part of counted) this.piles[part] = (this.piles[part] as number) - 1
    if (this.piles.some((pile) => pile < 0)) {
      this.piles.splice(0, this.piles.length, ...before)
      return false
    }
    if (counted.length > 0)
      this.held.set(line, [...(this.held.get(line) ?? []), ...Array.from({ length: quantity }, () => counted)])
    return true
  }

  giveBack(line: number, quantity: number): void {
    const held = this.held.get(line) ?? []
    for (const piece of held.splice(Math.max(0, held.length - quantity)))
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
        const shelves = new Shelves(stocks)
        const parts: ProductId[] = []
        for (const stock of stocks) parts.push((await makeProduct(db, { stock })).id)
        const contain = (given: (typeof packages)[number]) =>
          given.map(({ part, quantity }) => ({ productId: parts[part] as ProductId, quantity }))
        const contained = [...packages]
        const packs: number[] = []
        for (const given of packages) packs.push((await makeProduct(db, { contents: contain(given) })).id)
        const piecesOf = (good: number) =>
          good < COMPONENTS
            ? [good]
            : (contained[good - COMPONENTS] ?? []).flatMap(({ part, quantity }) => Array<number>(quantity).fill(part))
        const productOf = (good: number) => (good < COMPONENTS ? parts[good] : packs[good - COMPONENTS]) as number
        const orders: OrderId[] = []
        for (let order = 0; order < ORDERS; order++) orders.push(await makeOrder())

        for (const given of steps) {
          if (given.does === 'take') {
            const line = given.order * LINES + given.line
            const good = goods[line] as number
            const wanted = { position: given.line, productId: productOf(good), quantity: given.quantity }
            const taken = await inTransaction(db, (trx) =>
              allocateStock(trx, actor, { orderId: orders[given.order] as OrderId, lines: [wanted] }),
            )
            expect(taken.ok).toBe(shelves.take(line, given.quantity, piecesOf(good)))
          } else if (given.does === 'back') {
            const orderId = orders[given.order] as OrderId
            const lines = given.quantity === null ? undefined : [{ position: given.line, quantity: given.quantity }]
            await inTransaction(db, (trx) =>
              returnStock(trx, actor, { orderId, kind: given.kind, ...(lines && { lines }) }),
            )
            if (given.quantity !== null) shelves.giveBack(given.order * LINES + given.line, given.quantity)
            else for (let line = 0; line < LINES; line++) shelves.giveBack(given.order * LINES + line, 1_000)
          } else if (given.does === 'adjust') {
            const { part, kind, quantity } = given
            const adjusted = await inTransaction(db, (trx) =>
              adjustStock(trx, actor, { productId: parts[part] as number, kind, quantity, reason: 'Test' }),
            )
            expect(adjusted.ok).toBe(shelves.adjust(part, kind, quantity))
          } else if (given.does === 'contents') {
            contained[given.pack] = given.contents
            await pool.query('delete from package_contents where package_id = $1', [packs[given.pack]])
            for (const [position, { productId, quantity }] of contain(given.contents).entries())
              await pool.query(
                'insert into package_contents (package_id, product_id, quantity, position) values ($1, $2, $3, $4)',
                [packs[given.pack], productId, quantity, position],
              )
          } else {
            shelves.isCounted[given.part] = false
            await pool.query('update products set stock = null where id = $1', [parts[given.part]])
          }
          const { rows } = await pool.query(
            `select stock, (select coalesce(sum(quantity), 0)::int from stock_movements where product_id = products.id) as moved
               from products where id = any($1) order by id`,
            [parts],
          )
          expect(rows).toEqual(
            shelves.piles.map((pile, part) => ({ stock: shelves.isCounted[part] ? pile : null, moved: pile })),
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

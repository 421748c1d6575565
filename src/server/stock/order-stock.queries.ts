import { sql } from 'kysely'
import type { DrawingLine } from '#domain/stock/availability.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { OrderId, ProductId } from '#server/platform/database/tables.generated.ts'

/** Inserts an order's movements in one statement. Triggers update the stock on hand. */
export async function insertConsumption(
  trx: Transaction,
  input: {
    orderId: OrderId
    madeBy: string
    consumption: readonly { position: number; lineQuantity: number; productId: number; perPiece: number }[]
  },
): Promise<void> {
  const { orderId, madeBy, consumption } = input
  await sql`
    insert into stock_movements (product_id, quantity, kind, order_id, line_position, allocation, line_quantity, made_by)
    select product_id, -per_piece * line_quantity, 'order', ${orderId}, position,
        1 + coalesce((select max(allocation) from stock_movements earlier
          where earlier.kind = 'order' and earlier.order_id = ${orderId} and earlier.line_position = taken.position), 0),
        line_quantity, ${madeBy}
      from unnest(${consumption.map(({ productId }) => productId)}::int[], ${consumption.map(({ perPiece }) => perPiece)}::int[],
        ${consumption.map(({ position }) => position)}::int[], ${consumption.map(({ lineQuantity }) => lineQuantity)}::int[])
        as taken (product_id, per_piece, position, line_quantity)`.execute(trx)
}

/** Locks the products that the lines draw on in ID order, like `cart/order-cart.ts`, so that the two never deadlock. */
export async function lockDraws(
  trx: Transaction,
  lines: readonly { position: number; productId: number; quantity: number }[],
): Promise<(DrawingLine & { position: number; name: string })[]> {
  const { rows } = await sql<DrawingLine & { position: number; name: string }>`
    with wanted as (
      select * from unnest(${lines.map(({ position }) => position)}::int[], ${lines.map(({ productId }) => productId)}::int[],
        ${lines.map(({ quantity }) => quantity)}::int[]) with ordinality as line (position, product_id, quantity, place)),
    drawn as (
      select wanted.place, coalesce(content.product_id, wanted.product_id) as product_id,
          coalesce(content.quantity, 1) as quantity
        from wanted left join package_contents content on content.package_id = wanted.product_id),
    counted as materialized (
      select product.id, product.stock from products product
       where product.id in (select product_id from drawn) and product.stock is not null
       order by product.id for no key update)
    select wanted.position, wanted.quantity, product.name,
        (select coalesce(jsonb_agg(jsonb_build_object('productId', counted.id, 'quantity', drawn.quantity,
            'onHand', counted.stock) order by counted.id), '[]')
          from drawn join counted on counted.id = drawn.product_id where drawn.place = wanted.place) as draws
      from wanted join products product on product.id = wanted.product_id order by wanted.place`.execute(trx)
  return rows
}

/** A movement of an order that is not fully reversed. */
export type Outstanding = {
  id: number
  product_id: ProductId
  line_position: number
  allocation: number
  /** Pieces of the product per piece of the line. */
  per_piece: number
  /** Pieces of the line. */
  outstanding: number
}

export async function findOutstanding(trx: Transaction, orderId: OrderId): Promise<Outstanding[]> {
  const { rows } = await sql<Outstanding>`
    select * from (
      select id, product_id, line_position, allocation, -quantity / line_quantity as per_piece,
          line_quantity - coalesce((select sum(line_quantity) from stock_movements back where back.reverses = taken.id), 0)::int
            as outstanding
        from stock_movements taken
       where order_id = ${orderId} and kind = 'order'
    ) taken
     where outstanding > 0 order by line_position, allocation, product_id`.execute(trx)
  return rows
}

/** Locks in ID order, like placing an order, so that the two never deadlock. */
export async function lockProducts(trx: Transaction, ids: readonly number[]): Promise<void> {
  await sql`select id from products where id = any(${ids}::int[]) order by id for no key update`.execute(trx)
}

export async function insertReturns(
  trx: Transaction,
  input: {
    kind: 'cancel' | 'return'
    reason: string | undefined
    at: Date | undefined
    madeBy: string
    returns: readonly { reverses: number; lineQuantity: number; quantity: number }[]
  },
): Promise<void> {
  const { kind, reason, at, madeBy, returns } = input
  await sql`
    with returned as (
      select taken.*, back.line_quantity as back_line_quantity, back.quantity as back_quantity
        from unnest(${returns.map(({ reverses }) => reverses)}::bigint[],
          ${returns.map(({ lineQuantity }) => lineQuantity)}::int[], ${returns.map(({ quantity }) => quantity)}::int[])
          as back (reverses, line_quantity, quantity)
        join stock_movements taken on taken.id = back.reverses)
    insert into stock_movements (product_id, quantity, kind, order_id, line_position, allocation, line_quantity, reverses,
      reason, made_by, made_at)
    select product_id, back_quantity, ${kind}::text, order_id, line_position, allocation, back_line_quantity, id,
        ${reason ?? null}::text, ${madeBy}::text, coalesce(${at ?? null}::timestamptz, now())
      from returned
    union all
    select product_id, -back_quantity, 'write_off', null, null, null, null, null,
        'a package with contents has no stock of its own', ${madeBy}, coalesce(${at ?? null}::timestamptz, now())
      from returned where exists (select from package_contents where package_id = returned.product_id)`.execute(trx)
}

/** Locks every tracked product that an edit returns or takes, in ID order like everywhere. */
export async function lockMovedProducts(
  trx: Transaction,
  orderId: OrderId,
  changes: { lowered: readonly { position: number }[]; raised: readonly { productId: number }[] },
): Promise<void> {
  await sql`
    with raised as (select unnest(${changes.raised.map(({ productId }) => productId)}::int[]) as product_id)
    select id from products
     where id in (
        select product_id from stock_movements
         where order_id = ${orderId} and kind = 'order'
           and line_position = any(${changes.lowered.map(({ position }) => position)}::int[])
        union
        select coalesce(content.product_id, raised.product_id)
          from raised left join package_contents content on content.package_id = raised.product_id)
     order by id for no key update`.execute(trx)
}

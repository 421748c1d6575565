import type pg from 'pg'
import type { PlaceOrder } from '#contract/checkout/calls.ts'
import { addressFields } from '#domain/addresses/address.ts'

/**
 * The minimal SQL that does the work of the shop's hottest calls (docs/performance §1), handwritten and run from a
 * script: the upper bound for the database and its driver. Independent of the shop's own statements.
 */

/**
 * Creates a cart with its first item, or adds one more item: one statement, whose commit does not wait for the disk.
 */
export async function addToCart(
  client: pg.ClientBase,
  item: { tokenHash: Buffer; productId: number; quantity: number },
): Promise<void> {
  const { rows } = await client.query({
    name: 'baseline-add',
    text: `
      with relaxed as (select set_config('synchronous_commit', 'off', true)),
      cart as (
        insert into carts (token_hash) values ($1)
        on conflict (token_hash) do update set last_used_at = now() returning id),
      existing as (select line.* from cart_line_items line join carts on carts.id = line.cart_id where token_hash = $1),
      added as (
        insert into cart_line_items as line (cart_id, product_id, quantity, added_price_cents, shown_price_cents)
        select cart.id, product.id, $3::int, product.price_cents, product.price_cents
          from cart, products product
         where product.id = $2 and product.active and (product.stock is null or product.stock >= $3)
           and (select count(*) from existing) < 100
        on conflict on constraint cart_line_items_cart_id_product_id_key do update set quantity = line.quantity + excluded.quantity
          where line.quantity + excluded.quantity <= 99
        returning *)
      select line.id, line.product_id, line.quantity, line.added_price_cents, product.name, product.price_cents,
          product.pv, product.weight_grams, product.stock, product.active,
          (select file from product_images image where image.product_id = product.id and file is not null
            order by position limit 1) as image_file
        from (select * from added union all select * from existing where product_id <> $2) line
        join products product on product.id = line.product_id, relaxed`,
    values: [item.tokenHash, item.productId, item.quantity],
  })
  if (rows.length === 0) throw new Error('nothing was added to the cart')
}

type CartLine = { product_id: number; quantity: number; price_cents: number; name: string; image_file: string | null }

export type Placement = { tokenHash: Buffer; visitorHash: Buffer; key: string; form: PlaceOrder & { type: 'D' } }

/**
 * Places the order of a cart: two round trips, one that reads and one that writes, and the commit. The client must be
 * pipelined.
 */
export async function placeOrder(client: pg.ClientBase, placement: Placement): Promise<void> {
  try {
    const [, cart] = await Promise.all([client.query('begin'), readCart(client, placement)])
    await writeOrder(client, placement, cart)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

type Cart = {
  id: string
  round: number
  existingOrderId: number | null
  lines: CartLine[]
  rates: { base_cents: number }[]
}

async function readCart(client: pg.ClientBase, { form, ...placement }: Placement): Promise<Cart> {
  const { rows } = await client.query<Cart>({
    name: 'baseline-order-reads',
    text: `
      with cart as (
        select id, round from carts where token_hash = $1 and last_used_at > now() - interval '60 days' for update)
      select cart.id, cart.round,
        (select order_id from idempotency_keys where visitor_hash = $2 and key = $3) as "existingOrderId",
        (select json_agg(json_build_object('product_id', product.id, 'quantity', line.quantity, 'name', product.name,
              'price_cents', product.price_cents, 'image_file', (select file from product_images image
                where image.product_id = product.id and file is not null order by position limit 1)))
           from cart_line_items line join products product on product.id = line.product_id
          where line.cart_id = cart.id) as lines,
        (select milli_percent from tax_rates where state = $4 and starts_with($6, zip_prefix) and from_date <= now()
          order by length(zip_prefix) desc, from_date desc limit 1) as tax,
        (select json_agg(rate) from shipping_rates rate
          where zone = (select zone from shipping_zone_prefixes where prefix = any($5)
                         order by length(prefix) desc limit 1)) as rates
        from cart`,
    values: [
      placement.tokenHash,
      placement.visitorHash,
      placement.key,
      form.shipping.state,
      [1, 2, 3, 4, 5].map((length) => form.shipping.zip.slice(0, length)),
      form.shipping.zip,
    ],
  })
  const [cart] = rows
  if (!cart || cart.existingOrderId !== null) throw new Error('nothing to order')
  return cart
}

async function writeOrder(client: pg.ClientBase, { form, ...placement }: Placement, cart: Cart): Promise<void> {
  const lines = cart.lines.map((line, position) => ({
    ...line,
    position,
    total_price_cents: line.price_cents * line.quantity,
  }))
  const subTotalCents = lines.reduce((sum, line) => sum + line.total_price_cents, 0)
  const shippingCents = cart.rates[0]?.base_cents ?? 0
  const { rows: placed } = await client.query({
    name: 'baseline-order-writes',
    text: `
      with placed as (
        insert into orders (cart_id, cart_round, type, first_name, last_name, email, phone_number, sub_total_cents,
          shipping_price_cents, insurance_cents, tax_cents, total_cents, pv, cv_cents, shipping_method,
          shipping_description, payment_type)
        values ($1, $2, 'D', $3, $4, $5, $6, $7, $8, 0, 0, $7::bigint + $8::bigint, 0, 0, 'ground', 'Ground', 'check')
        returning *),
      lines as (
        insert into order_lines (order_id, position, product_id, name, image_file, quantity, price_cents,
          total_price_cents, unit_pv, commissionable_bp, cv_cents)
        select placed.id, line.position, line.product_id, line.name, line.image_file, line.quantity, line.price_cents,
            line.total_price_cents, 0, 0, 0
          from placed, json_to_recordset($9) line (position int, product_id int, name text, image_file text,
            quantity int, price_cents int, total_price_cents bigint)),
      address as (
        insert into order_addresses (order_id, ${addressFields.join(', ')})
        select placed.id, ${addressFields.map((field) => `address.${field}`).join(', ')}
          from placed, json_populate_record(null::order_addresses, $10) address),
      change as (insert into order_changes (order_id, change, changed_by) select id, 'placed', 'customer' from placed),
      emptied as (delete from cart_line_items where cart_id = $1),
      closed as (update carts set round = round + 1, last_used_at = now() where id = $1),
      key as (
        insert into idempotency_keys (visitor_hash, key, body_hash, order_id) select $11, $12, $11, id from placed),
      entry as (
        insert into audit_entries (actor_kind, actor_name, action, subject_kind, subject_id)
        select 'customer', 'customer', 'order.placed', 'order', id::text from placed returning id, made_at),
      payload as (
        insert into audit_payloads (entry_id, payload)
        select entry.id, jsonb_build_object('after', jsonb_build_object('total_cents', total_cents)) from entry, placed),
      unsealed as (insert into audit_unsealed (entry_id, made_at) select id, made_at from entry),
      emails as (
        insert into pgboss.job (name, data, retry_limit, retry_delay, retry_backoff, retry_delay_max, keep_until)
        select 'mail', json_build_object('mail', mail, 'order_id', id), 30, 30, true, 3600, now() + interval '10 years'
          from placed, unnest(array['order_placed', 'order_received']) mail)
      select * from placed`,
    values: [
      cart.id,
      cart.round,
      form.first_name,
      form.last_name,
      form.user_email,
      form.phone_number,
      subTotalCents,
      shippingCents,
      JSON.stringify(lines),
      JSON.stringify(form.shipping),
      placement.visitorHash,
      placement.key,
    ],
  })
  if (placed.length !== 1) throw new Error('the order was not placed')
}

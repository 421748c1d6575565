export type BackOfficeSize = { orders: number; members: number; entries: number }

const PRODUCTS = 300
const STAFF = 12
const YEARS = 3
const FIRST_ORDER = 100_000
const ENTRIES_PER_BATCH = 1_000_000
/** Share of orders from the last days that are still in progress. */
const IN_PROGRESS_RATIO = 0.008

/** Uses the square of `random()`: few values are common, as with names, products and towns. */
const skewedIndexSql = (count: number): string => `1 + floor(${count} * random() * random())::int`
const pickSql = (values: readonly string[], index: string): string =>
  `(array[${values.map((value) => `'${value}'`).join(', ')}])[${index}]`

const SYLLABLES =
  'ba be bo cal dan del el fer gar go han hil jen ka kim la len mar mo nel or pe qui ra rey ro sal san sil tan tor va vel wil ya zim'.split(
    ' ',
  )
const syllableSql = (index: string) => pickSql(SYLLABLES, `1 + (${index}) % ${SYLLABLES.length}`)
/** A few thousand names; the small numbers are the common ones. */
const nameSql = (index: string): string =>
  `initcap(${syllableSql(`(${index}) * 7`)} || ${syllableSql(`(${index}) / 5 + (${index}) * 3`)} || ${syllableSql(`(${index}) / 11`)})`
const FIRST_NAMES =
  'Ana Beatriz Carmen Dana Elena Fiona Grace Hanna Ines Julia Kim Lena Maria Nora Olga Paula Quinn Rosa Sofia Tanya Uma Vera Wanda Xenia Yara Zoe'.split(
    ' ',
  )
const STATES =
  'CA TX FL NY PA IL OH GA NC MI NJ VA WA AZ MA TN IN MO MD WI CO MN SC AL LA KY OR OK CT UT IA NV AR MS KS NM NE ID WV HI NH ME MT RI DE SD ND AK VT WY'.split(
    ' ',
  )
const PRODUCT_TYPES =
  'Shampoo Conditioner Mask Serum Oil Brush Comb Dye Developer Spray Gel Towel Cape Scissors Dryer'.split(' ')
const PRODUCT_VARIETIES =
  'Argan Velvet Silk Amber Coral Onyx Pearl Ruby Jade Lotus Cedar Maple Willow Sage Mint Honey Ivory Crystal Satin Rose'.split(
    ' ',
  )

const digitsSql = (count: number): string => `lpad(floor(random() * 1e${count})::bigint::text, ${count}, '0')`
const ORDER_ID_SQL = `${FIRST_ORDER} + n`

/** Yields the statements that fill the tables, each with a label for the progress output. */
export function* fillStatements({ orders, members, entries }: BackOfficeSize): Generator<[string, string]> {
  yield [
    'products and staff',
    `insert into products (handle, name, sku, price_cents, pv, stock)
       select 'bench-' || n, ${pickSql(PRODUCT_VARIETIES, `1 + n % ${PRODUCT_VARIETIES.length}`)} || ' ' || ${pickSql(PRODUCT_TYPES, `1 + (n / ${PRODUCT_VARIETIES.length}) % ${PRODUCT_TYPES.length}`)},
         'BX-' || lpad((n * 37)::text, 5, '0'), 500 + (n * 739) % 9500, 5 + n % 90, (n * 13) % 400 from generate_series(1, ${PRODUCTS}) n;
     insert into staff (email, name, role)
       select 'clerk' || n || '@bench.example', 'Clerk ' || n, case n when 1 then 'owner' when 2 then 'manager' else 'clerk' end
         from generate_series(1, ${STAFF}) n`,
  ]
  yield [
    'members',
    `insert into users (email, type, status, first_name, last_name, phone_number, cosmetology_id, referral_code, member_no,
         created_at, email_verified_at, license_approved_at)
       select 'member' || n || '@network.example', 'franchise', 'active', ${pickSql(FIRST_NAMES, skewedIndexSql(FIRST_NAMES.length))},
         ${nameSql(skewedIndexSql(6000))}, '(' || ${digitsSql(3)} || ') ' || ${digitsSql(3)} || '-' || ${digitsSql(4)}, 'L' || n, 'BENCH' || n,
         'B' || n, joined, joined, joined
         from generate_series(1, ${members}) n
        cross join lateral (select now() - interval '${YEARS} years' * (1 - n / ${members}::float8)) at (joined)`,
  ]
  yield [
    'sponsors',
    `insert into sponsorships (member_id, from_month, sponsor_id)
       select n, to_char(created_at at time zone 'America/New_York', 'YYYY-MM'), case when n > 1 then 1 + (n - 2) / 4 end
         from generate_series(1, ${members}) n join users on users.id = n;
     insert into member_statuses (member_id, from_month, status)
       select member_id, from_month, 'active' from sponsorships`,
  ]
  yield [
    'order history',
    `create unlogged table bench_orders as
     select n, at, now() - at < interval '${YEARS} years' * ${IN_PROGRESS_RATIO} as in_progress, floor(random() * 1000)::int as chance,
         case when random() < 0.85 then 'D' else 'P' end as type, random() as pays, 1 + floor(random() * random() * 5)::int as lines,
         ${skewedIndexSql(FIRST_NAMES.length)} as first_name, ${skewedIndexSql(6000)} as last_name, ${skewedIndexSql(STATES.length)} as state, ${skewedIndexSql(400)} as city
       from generate_series(1, ${orders}) n
      cross join lateral (select now() - interval '${YEARS} years' * (1 - n / ${orders}::float8)) placed (at)`,
  ]
  yield [
    'lines',
    `insert into order_lines (order_id, position, product_id, name, quantity, price_cents, total_price_cents, unit_pv,
         commissionable_bp, cv_cents)
       select ${ORDER_ID_SQL}, position, products.id, products.name, quantity, price_cents, price_cents::bigint * quantity, pv, 10000,
         price_cents::bigint * quantity
         from (select n, position, ${skewedIndexSql(PRODUCTS)} as product, 1 + floor(random() * random() * 4)::int as quantity
                 from bench_orders cross join lateral generate_series(0, lines - 1) position) line
         join products on products.id = product`,
  ]
  yield [
    'orders',
    `insert into orders (id, status, type, first_name, last_name, email, phone_number, sub_total_cents, shipping_price_cents,
         insurance_cents, tax_cents, total_cents, pv, cv_cents, shipping_method, shipping_description, payment_type, created_at,
         user_id, credited_user_id, due_on, payment_days)
       overriding system value
       select ${ORDER_ID_SQL}, 'processing', type, ${pickSql(FIRST_NAMES, 'first_name')}, last, lower(${pickSql(FIRST_NAMES, 'first_name')} || '.' || last) || n % 97
           || '@' || ${pickSql(['mail.example', 'post.example', 'salon.example', 'inbox.example'], '1 + n % 4')},
         '(' || ${digitsSql(3)} || ') ' || ${digitsSql(3)} || '-' || ${digitsSql(4)}, sum, shipping, insurance, tax,
         sum + shipping + insurance + tax, pv, sum, case type when 'D' then 'ground' end,
         case type when 'D' then 'Ground' else 'Pickup' end, method, at, member, member,
         case when method in ('quickpay', 'check') then at::date + 9 end, case when method in ('quickpay', 'check') then 7 end
         from bench_orders
        cross join lateral (select ${nameSql('last_name')}) names (last)
         join (select order_id, sum(total_price_cents) as sum, sum(pv) as pv from order_lines group by order_id) line
           on line.order_id = ${ORDER_ID_SQL}
        cross join lateral (select case type when 'D' then 795 else 0 end, case type when 'D' then (sum / 50)::bigint else 0 end,
          case when state = 11 then (sum * 6625 / 100000)::bigint else 0 end,
          case when pays < 0.02 and type = 'P' then 'cash' when pays < 0.5 then 'quickpay' when pays < 0.7 then 'check' else 'card' end,
          case when n % 3 > 0 then 1 + floor(pays * ${members})::int % ${members} end) priced (shipping, insurance, tax, method, member)`,
  ]
  yield [
    'addresses and taxes',
    `insert into order_addresses (order_id, first_name, last_name, phone_number, address_1, city, state, zip)
       select orders.id, first_name, last_name, phone_number, n % 9000 || ' Main Street', ${nameSql('city * 13')},
         ${pickSql(STATES, 'state')}, lpad((n % 99999)::text, 5, '0')
         from (select n, state, city from bench_orders where type = 'D') orders_to_fill join orders on orders.id = ${ORDER_ID_SQL};
     insert into order_taxes (order_id, position, state, milli_percent, on_goods, on_shipping, base_cents, tax_cents, zip_prefix)
       select id, 0, 'NJ', 6625, true, false, sub_total_cents, tax_cents, '' from orders where tax_cents > 0`,
  ]
  // In progress: to be paid, to pack, to hand over, in transit. Older orders are nearly all completed, and some
  // canceled.
  yield [
    'order states',
    `create unlogged table bench_states as
     select ${ORDER_ID_SQL} as id, n, type, at, chance,
         case when in_progress then 'processing' when chance < 40 then 'canceled' else 'completed' end as status,
         case when in_progress and chance < 375 then 'unpaid' when in_progress and chance < 390 then 'partly_paid'
           when in_progress then 'paid' when chance < 36 then 'unpaid' when chance < 40 then 'refunded'
           when n % 5000 = 0 then 'overpaid' else 'paid' end as payment,
         case when in_progress and chance < 640 then 'unfulfilled' when in_progress and chance < 750 then
             case type when 'D' then 'packed' else 'ready_for_pickup' end
           when in_progress then case type when 'D' then 'shipped' else 'picked_up' end
           when chance < 40 then 'unfulfilled' else case type when 'D' then 'delivered' else 'picked_up' end end as fulfillment
       from bench_orders;
     alter table bench_states add primary key (id);
     analyze bench_states`,
  ]
  yield [
    'current orders',
    `update orders set status = state.status, payment_state = payment, fulfillment_state = fulfillment,
         paid_at = case when payment in ('paid', 'overpaid') then at + interval '1 day' end,
         completed_at = case state.status when 'completed' then at + interval '5 days' end,
         canceled_at = case state.status when 'canceled' then at + interval '10 days' end,
         taxed_when_canceled = state.status = 'canceled' and payment = 'refunded'
       from bench_states state where state.id = orders.id`,
  ]
  // Half of the table is dead row versions.
  yield ['removing old row versions of orders', 'vacuum full orders']
  yield [
    'history',
    `insert into order_changes (order_id, change, changed_by, changed_at)
       select id, change, 'bench', changed_at from orders
        cross join lateral (values ('placed', created_at), ('paid', paid_at), ('completed', completed_at), ('canceled', canceled_at))
          history (change, changed_at) where changed_at is not null`,
  ]
  yield [
    'payments and credit notes',
    `insert into payments (order_id, kind, method, amount_cents, reference, value_date, made_by, created_at)
       select id, 'received', payment_type, case payment_state when 'partly_paid' then greatest(1, total_cents / 2)
           when 'overpaid' then total_cents + 1000 else total_cents end,
         case payment_type when 'check' then (1000 + id % 9000)::text else '' end, created_at::date + 1,
         'clerk' || 1 + id % ${STAFF} || '@bench.example', created_at + interval '1 day'
         from orders where payment_state <> 'unpaid' order by id;
     insert into payment_clearances (payment_id, cleared_on, made_by, created_at)
       select id, value_date + 5, 'bench', created_at + interval '5 days' from payments
        where method = 'check' and value_date < current_date - 7;
     insert into credit_notes (order_id, kind, number, amount_cents, goods_cents, insurance_cents, shipping_cents, tax_cents, made_by, created_at)
       select id, 'cancellation', case payment_state when 'refunded' then row_number() over (partition by payment_state order by id) end,
         total_cents, sub_total_cents, insurance_cents, shipping_price_cents, tax_cents, 'bench', canceled_at
         from orders where status = 'canceled';
     update credit_note_numbers set last_number = (select coalesce(max(number), 0) from credit_notes);
     insert into payments (order_id, kind, method, amount_cents, value_date, credit_note_id, made_by, created_at)
       select note.order_id, 'refunded', payment_type, amount_cents, canceled_at::date, note.id, 'bench', canceled_at
         from credit_notes note join orders on orders.id = note.order_id where number is not null;
     insert into payment_claims (order_id, method, note)
       select id, 'quickpay', 'Sent it on Monday' from orders where status = 'processing' and payment_state = 'unpaid' and id % 12 = 0`,
  ]
  // Seven in ten of members' orders are their customers'; one in two hundred is returned.
  yield [
    'counted orders and returns',
    `insert into counted_orders (order_no, order_id, member_id, customer, completed_at, month, cv_cents, pv, month_cv_cents, month_pv,
         remaining_cv_cents, remaining_pv)
       select id::text, id, credited_user_id, credited_user_id is not null and id % 10 < 7, completed_at, month_of(completed_at),
         cv_cents, pv, cv_cents, pv, cv_cents, pv
         from orders where status = 'completed' order by orders.id;
     insert into order_returns (counted_order_id, kind, returned_at, month, cv_cents, pv)
       select id, 'return', completed_at + interval '9 days', month_of(completed_at + interval '9 days'), cv_cents / 2, pv / 2
         from counted_orders where id % 200 = 0`,
  ]
  yield [
    'the cards of a closed month',
    `insert into months (month, closed_at, closed_by, plan_version, inputs_hash, minimum_payout_cents, members, orders, lines,
         total_sales_cents, sales_bonus_cents, level_bonus_cents, breakage_cents)
       select month_of(now() - interval '2 months'), now(), 'bench', 1, sha256('x'), 2500, ${members}, 0, 0, 0, 0, 0, 0;
     insert into cards (month, member_id, member_index, sponsor_id, active, level, title, personal_pv, customer_pv, group_pv, next_legs,
         total_sales_cents, sales_bonus_cents, level_bonus_cents, total_bonus_cents, next_level_cents, opening_cents, payable_cents,
         carried_cents)
       select month_of(now() - interval '2 months'), n, n, case when n > 1 then 1 + (n - 2) / 4 end, true, 1, 1, 0, 0, 0, 0, sales, bonus,
         0, bonus, 0, 0, 0, bonus
         from generate_series(1, ${members}) n
        cross join lateral (select case when n % 20 = 0 then n % 7919 else 0 end, case when n % 20 = 0 then n % 487 else 0 end)
          earned (sales, bonus)`,
  ]
  yield [
    'shipments',
    `insert into shipments (order_id, kind, carrier, tracking_number, packed_at, packed_by, ready_at, ready_by, shipped_at, shipped_by,
         delivered_at, delivered_by, picked_up_at, picked_up_by, picked_up_name)
       select id, case type when 'D' then 'delivery' else 'pickup' end,
         case when fulfillment_state in ('shipped', 'delivered') then 'ups' end,
         case when fulfillment_state in ('shipped', 'delivered') then '1Z' || lpad((id::bigint * 7919000003 % 1e16)::bigint::text, 16, '0') else '' end,
         at, packer, case when type = 'P' then at end, case when type = 'P' then packer end,
         case when fulfillment_state in ('shipped', 'delivered') then at end, case when fulfillment_state in ('shipped', 'delivered') then packer end,
         case fulfillment_state when 'delivered' then at + interval '2 days' end, case fulfillment_state when 'delivered' then packer end,
         case fulfillment_state when 'picked_up' then at end, case fulfillment_state when 'picked_up' then packer end,
         case fulfillment_state when 'picked_up' then first_name end
         from orders cross join lateral (select created_at + interval '2 days', 'clerk' || 1 + id % ${STAFF} || '@bench.example') packed (at, packer)
        where fulfillment_state <> 'unfulfilled' order by id;
     insert into shipment_lines (shipment_id, order_id, position, quantity)
       select shipments.id, order_id, position, quantity from shipments join order_lines using (order_id)`,
  ]
  yield [
    'bank transactions',
    `insert into bank_transactions (key, origin, amount_cents, value_date, payer, memo, source, imported_by, imported_at, booked_cents)
       select 'bench ' || id, 'csv', total_cents, created_at::date + 1, upper(first_name || ' ' || last_name), 'order ' || id, 'bench',
         'bench', created_at + interval '1 day', case status when 'completed' then total_cents else 0 end
         from orders where payment_type = 'quickpay' and (status = 'completed' and id % 20 = 0
           or status = 'processing' and payment_state = 'unpaid' and id % 30 = 0) order by id`,
  ]
  yield [
    'words',
    `analyze order_lines, order_addresses, shipments;
     insert into order_search (order_id, search_text) select id, order_search_text(id) from orders order by id`,
  ]
  yield [
    'months of the audit log',
    `select create_audit_partition((date_trunc('month', now() at time zone 'UTC') - back * interval '1 month')::date)
       from generate_series(0, ${YEARS * 12 + 1}) months (back)`,
  ]
  const actions = pickSql(
    [
      'order.placed',
      'payment.booked',
      'order.completed',
      'shipment.packed',
      'shipment.shipped',
      'member.signed_in',
      'bank_transaction.booked',
      'order.reminded',
    ],
    '1 + e % 8',
  )
  for (let from = 1; from <= entries; from += ENTRIES_PER_BATCH) {
    const to = Math.min(entries, from + ENTRIES_PER_BATCH - 1)
    yield [
      `audit entries to ${to}`,
      `insert into audit_entries (id, made_at, actor_kind, actor_id, actor_name, role, action, subject_kind, subject_id, request_id)
         select e, now() - interval '${YEARS} years' * (1 - e / ${entries + 1}::float8),
           case when e % 10 < 5 then 'customer' when e % 10 < 8 then 'staff' else 'system' end,
           case when e % 10 between 5 and 7 then 1 + e / 10 % ${STAFF} end,
           case when e % 10 < 5 then 'customer' when e % 10 < 8 then 'clerk' || 1 + e / 10 % ${STAFF} || '@bench.example'
             else ${pickSql(['send-reminders', 'complete-due', 'cancel-unpaid'], '1 + e % 3')} end,
           case when e % 10 between 5 and 7 then 'clerk' end,
           case when e % 20000 = 0 then 'setting.changed' else ${actions} end,
           case when e % 20000 = 0 then 'setting' when e % 8 = 5 then 'member' else 'order' end,
           case when e % 20000 = 0 then 'shop_email' when e % 8 = 5 then (1 + e % ${members})::text
             else (${FIRST_ORDER} + ceil(e * ${orders}::float8 / ${entries}))::int::text end,
           'req-' || e
           from generate_series(${from}, ${to}) e`,
    ]
    yield [
      `their payloads`,
      `insert into audit_payloads (entry_id, payload)
         select e, jsonb_build_object('from', '203.0.113.' || e % 250, 'after', jsonb_build_object('cents', e % 100000))
           from generate_series(${from}, ${to}) e`,
    ]
  }
  yield [
    'sequence numbers',
    `select setval('audit_entry_ids', ${entries});
     select setval(pg_get_serial_sequence('orders', 'id'), ${FIRST_ORDER + orders});
     drop table bench_orders; drop table bench_states`,
  ]
}

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseTest } from '#test/database.ts'
import { makeProduct, makeUser } from '#test/factories.ts'
import { verifyAfterDamage } from '#test/verify-after-damage.ts'
import { verifyShop } from './verify-shop.ts'

const ORDER = 100_001
/** Stock taken for the order's first line, two items of which were returned. */
const consumeStock = (pieces: number) => `
  insert into stock_movements (id, product_id, quantity, kind, order_id, line_position, allocation, line_quantity, made_by)
  overriding system value
  select 1001, product_id, -${pieces}, 'order', order_id, 1, 1, ${pieces}, 'x' from order_lines where position = 1`
const returnStock = (id: number) => `
  insert into stock_movements (id, product_id, quantity, kind, order_id, line_position, allocation, line_quantity, reverses, made_by)
  overriding system value
  select ${id}, product_id, 2, 'return', order_id, 1, 1, 2, id, 'x' from stock_movements where kind = 'order'`
const dataDir = mkdtempSync(join(tmpdir(), 'salonfront-verify-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

/** Copies the lines to another order. */
const copyLines = (orderId: number): string =>
  `insert into order_lines (order_id, position, product_id, name, quantity, price_cents, total_price_cents, unit_pv,
     commissionable_bp, cv_cents, tax_cents)
   select ${orderId}, position, product_id, name, quantity, price_cents, total_price_cents, unit_pv, commissionable_bp,
     cv_cents, tax_cents from order_lines`

databaseTest('verify', (connection) => {
  let cartId = 0
  let productId = 0
  let packageId = 0
  const run = (text: string, values: unknown[] = []) => connection().pool.query(text, values)

  beforeAll(async () => {
    // Constraints normally prevent the damage; without them the test can create it.
    const { rows } = await run(`select conrelid::regclass::text as table, conname as name from pg_constraint
      where connamespace = 'public'::regnamespace and contype in ('c', 'u', 'f') and coninhcount = 0`)
    for (const { table, name } of rows) await run(`alter table ${table} drop constraint if exists "${name}" cascade`)

    mkdirSync(join(dataDir, 'uploads'), { recursive: true })
    writeFileSync(join(dataDir, 'uploads', 'there.pdf'), 'there')
    const { id: author } = await makeUser(connection().db)
    await run(
      `insert into posts (user_id, title, language, visibility, attachment_file, attachment_name)
       values ($1, 'Foils', 'en', 'public', 'there.pdf', 'a.pdf')`,
      [author],
    )
    await run(`insert into comments (post_id, user_id, content) values (1, $1, 'Nice')`, [author])
    await run(`insert into comment_replies (comment_id, user_id, content) values (1, $1, 'Thanks')`, [author])
    const product = await makeProduct(connection().db, { handle: 'jar', stock: 3 })
    productId = product.id
    const { id } = await makeProduct(connection().db, { handle: 'kit', contents: [{ productId: product.id }] })
    packageId = id
    const carts = await run(`insert into carts (token_hash, round) values ('\\x01', 1) returning id`)
    cartId = carts.rows[0].id
    await run(
      `insert into cart_line_items (cart_id, product_id, quantity, added_price_cents, shown_price_cents)
       values ($1, $2, 2, 1000, 1000)`,
      [cartId, productId],
    )
    // 2 × 100.00 and 1 × 0.33 with half of it commissionable: 200.33, insured for 4.50.
    await run(
      `insert into orders (cart_id, cart_round, type, first_name, last_name, email, phone_number, sub_total_cents,
         shipping_price_cents, insurance_cents, tax_cents, total_cents, pv, cv_cents, shipping_method,
         shipping_description, payment_type)
       values ($1, 0, 'D', 'Ann', 'Lee', 'ann@example.com', '1', 20033, 795, 450, 100, 21378, 21, 20017, 'ground', 'Ground', 'check')`,
      [cartId],
    )
    await run(
      `insert into order_lines (order_id, position, product_id, name, quantity, price_cents, total_price_cents, unit_pv,
         commissionable_bp, cv_cents, tax_cents)
       values ($1, 1, $2, 'Jar', 2, 10000, 20000, 10, 10000, 20000, 100), ($1, 2, $2, 'Cap', 1, 33, 33, 1, 5000, 17, 0)`,
      [ORDER, productId],
    )
    await run(
      `insert into order_addresses (order_id, first_name, last_name, phone_number, address_1, city, state, zip)
       values ($1, 'Ann', 'Lee', '1', '1 Main St', 'Englewood', 'NJ', '07631')`,
      [ORDER],
    )
    await run(
      `insert into order_taxes (order_id, position, state, zip_prefix, milli_percent, on_goods, on_shipping, base_cents,
         tax_cents, shipping_tax_cents)
       values ($1, 0, 'NJ', '', 500, true, false, 20033, 100, 0)`,
      [ORDER],
    )
    await run('alter table order_taxes disable trigger user')
    await run(`insert into order_changes (order_id, change, changed_by) values ($1, 'placed', 'customer')`, [ORDER])
    await run(
      `insert into idempotency_keys (visitor_hash, key, body_hash, order_id) values ('\\x01', 'key', '\\x02', $1)`,
      [ORDER],
    )
  })

  test('reports no findings in a sound shop, and what it checked', async () => {
    expect(await verifyShop(connection().db, dataDir)).toEqual({
      findings: [],
      checked:
        'Checked 1 products, 1 packages, 1 carts with 1 lines, 1 orders, 1 members, 0 closed months, ' +
        '0 counted orders with 0 bonus lines: all agree.',
    })
  })

  test.each([
    [
      'a missing attachment file',
      `update posts set attachment_file = 'gone.pdf'`,
      () => ['Post 1: its attachment gone.pdf is not there.'],
    ],
    [
      'an attachment of two posts',
      `insert into posts (user_id, title, language, visibility, attachment_file, attachment_name, published_at)
       select user_id, title, language, visibility, attachment_file, attachment_name, published_at from posts`,
      () => ['The attachment there.pdf belongs to 2 posts.'],
    ],
    [
      'a post without an author',
      'update posts set user_id = 77',
      () => ['Post 1 is by the member with the id 77, who is not there.'],
    ],
    [
      'an approved payout that was not sent',
      `update users set member_no = '1050';
       with people as (insert into staff (email, role) values ('a@shop.example', 'owner'), ('b@shop.example', 'owner') returning id)
       insert into approvals (action, subject, payload, preview, preview_hash, reason, proposed_by, proposed_by_id, state,
           decided_by, decided_by_id, decided_at, ended_at)
         select 'payout.send', '2026-03 ' || (select id from users), '{}', '{}', sha256(convert_to('{}', 'UTF8')), 'Why', 'a',
           min(people.id), 'done', 'b', max(people.id), now(), now() from people`,
      () => ['Approval 1 of payout.send 2026-03, member 1050 is done, and it was not sent as approved.'],
    ],
    [
      'a comment without a post',
      'update comments set post_id = 77',
      () => ['Comment 1 stands under post 77, which is not there.'],
    ],
    [
      'a reply without a comment',
      'update comment_replies set comment_id = 77',
      () => ['Reply 1 answers comment 77, which is not there.'],
    ],
    [
      'a scheduled post that was not published, and a public one without a date',
      `insert into posts (user_id, title, language, visibility, publish_at)
         select user_id, 'Late', 'en', 'scheduled', '2026-01-01 00:00+00' from posts;
       update posts set published_at = null where visibility = 'public'`,
      () => ['Post 1 is public without a date.', expect.stringMatching(/^Post \d is scheduled for 2026-01-01/)],
    ],
    [
      'a message that confirms the email of no account, and an answer without one',
      `insert into messages (name, email, subject, body, user_id, email_confirmed) values ('A', 'a@b.example', 'S', 'B', 77, true);
       insert into message_answers (message_id, body, sent_by) values (77, 'Hi', 'x')`,
      () => ['Answer 1 belongs to message 77, which is not there.', 'Message 1 confirms the email of no account.'],
    ],
    [
      'a quantity over 99',
      'update cart_line_items set quantity = 100',
      () => [`Cart ${cartId}: line 1 has the quantity 100.`],
    ],
    [
      'a quantity of 0',
      'update cart_line_items set quantity = 0',
      () => [`Cart ${cartId}: line 1 has the quantity 0.`],
    ],
    [
      'a product twice in a cart',
      `insert into cart_line_items (cart_id, product_id, quantity, added_price_cents, shown_price_cents)
       select cart_id, product_id, 1, 1, 1 from cart_line_items`,
      () => [`Cart ${cartId}: product ${productId} stands in 2 lines.`],
    ],
    [
      'a line without its cart',
      'update cart_line_items set cart_id = 77',
      () => ['Line 1 belongs to cart 77, which is not there.'],
    ],
    [
      'a line without its product',
      'update cart_line_items set product_id = 77',
      () => [`Cart ${cartId}: line 1 holds product 77, which is not there.`],
    ],
    [
      'a cart that still contains its order',
      'update carts set round = 0',
      () => [`Cart ${cartId} is in round 0 and holds 1 lines, but order ${ORDER} was placed from round 0.`],
    ],
    [
      'a cart behind its orders',
      'update orders set cart_round = 5',
      () => [`Cart ${cartId} is in round 1 and holds 1 lines, but order ${ORDER} was placed from round 5.`],
    ],
    [
      'a cart round that became two orders',
      `insert into orders overriding system value select (jsonb_populate_record(orders, '{"id": 100002}')).* from orders;
       ${copyLines(100_002)};
       insert into order_taxes select (jsonb_populate_record(order_taxes, '{"order_id": 100002}')).* from order_taxes;
       insert into order_addresses select (jsonb_populate_record(order_addresses, '{"order_id": 100002}')).* from order_addresses;
       insert into order_changes (order_id, change, changed_by) values (100002, 'placed', 'customer')`,
      () => [`Cart ${cartId}, round 0, became 2 orders.`, 'Order 100002 is not found by its words.'],
    ],
    [
      'a negative stock',
      'update products set stock = -1 where handle = $$jar$$',
      () => [
        `Product ${productId} (jar) has a stock of -1.`,
        `Product ${productId} (jar) has a stock of -1, but its movements come to 3.`,
      ],
    ],
    [
      'a changed stock movement',
      'update stock_movements set quantity = 4',
      () => [`Product ${productId} (jar) has a stock of 3, but its movements come to 4.`],
    ],
    [
      'movements below zero of an uncounted product',
      'update stock_movements set quantity = -1; update products set stock = null',
      () => [`The movements of product ${productId} come to -1.`],
    ],
    [
      'a package with stock of its own',
      `update products set stock = 2 where kind = 'package';
       insert into stock_movements (product_id, quantity, kind, reason, made_by)
       select id, 2, 'count', 'x', 'x' from products where kind = 'package'`,
      () => [`Package ${packageId} has contents, and 2 of its own on hand.`],
    ],
    [
      'a package in a package',
      `insert into package_contents (package_id, product_id, quantity, position) select product_id, package_id, 1, 0 from package_contents;
       update products set kind = 'package', stock = null; delete from stock_movements`,
      () => [
        `Package ${productId} contains package ${packageId}, which has contents of its own.`,
        `Package ${packageId} contains package ${productId}, which has contents of its own.`,
      ],
    ],
    [
      'stock that is returned twice',
      `${consumeStock(2)}; ${returnStock(1002)}; ${returnStock(1003)}; update products set stock = 5 where handle = 'jar'`,
      () => ['Stock movement 1001 took 2 pieces of a line, and 4 came back.'],
    ],
    [
      'a reversal of a different movement',
      `${consumeStock(2)}; ${returnStock(1002)}; update stock_movements set line_position = 2 where kind = 'return';
       update products set stock = 3 where handle = 'jar'`,
      () => ['Stock movement 1002 is not the reverse of 1001.'],
    ],
    [
      'more stock taken than a line has',
      `${consumeStock(3)}; update products set stock = 0 where handle = 'jar'`,
      () => [`Order ${ORDER}: stock was taken for 3 pieces of line 1, which has 2.`],
    ],
    [
      'a line without its stock movement',
      `${consumeStock(2)}; update products set stock = 1 where handle = 'jar';
       update stock_movements set made_at = now() - interval '1 day'`,
      () => [`Order ${ORDER}: stock was taken for 0 pieces of line 2, which has 1.`],
    ],
    [
      'a package with a missing part',
      'update package_contents set product_id = 77',
      () => [`Package ${packageId} contains product 77, which is not there.`],
    ],
    [
      'contents of a product that is not a package',
      `update products set kind = 'product'`,
      () => [`Product ${packageId} has contents, but is no package.`],
    ],
    [
      'a product that pages sell for another price',
      `update products set selling_price_cents = 5 where handle = 'jar'`,
      () => [`Product ${productId} (jar) is sold for 5 cents, should be 1000.`],
    ],
    [
      'a sale that has ended, unless its end has just come',
      `update products set sale_price_cents = 900, selling_price_cents = 900, sale_until = now() - interval '1 hour',
         next_change_at = case handle when 'kit' then now() - interval '1 second' end`,
      () => [`Product ${productId} (jar) is sold for 900 cents, should be 1000.`],
    ],
    [
      'active products outside of the shop, and others in it',
      `update products set active = false where handle = 'jar'; update products set status = 'draft' where handle = 'kit'`,
      () => [
        `Product ${productId} (jar) is active and is not in the shop.`,
        `Product ${packageId} (kit) is draft and should not be in the shop.`,
      ],
    ],
    [
      'a period whose end is not scheduled',
      `update products set visible_until = '2100-01-01' where handle = 'jar'`,
      () => [expect.stringContaining(`Product ${productId} (jar) changes at no time, should be 2100-01-01`)],
    ],
    [
      'missing versions, and a last one that is not the product',
      `insert into product_versions (product_id, version, made_by, source, content)
         select id, n, 'x', 'edit', jsonb_build_object('name', name, 'pv', 10, 'images', jsonb_build_array())
           from products, generate_series(1, 3) n where handle = 'jar' and n <> 2;
       update products set version = case handle when 'jar' then 3 else 2 end; update products set pv = 11, name = 'Pot' where handle = 'jar'`,
      () => [
        `Product ${productId} has 2 of its versions 1 to 3.`,
        `Product ${packageId} is version 2, but its last version is none.`,
        `Product ${productId} differs from its version 3: name, pv.`,
      ],
    ],
    [
      'a category on a third level, and one that is not there',
      `insert into categories (id, slug, name, parent_id) overriding system value
         values (91, 'a', 'A', null), (92, 'b', 'B', 91), (93, 'c', 'C', 92);
       update products set category_id = 94 where handle = 'jar'`,
      () => [
        'Category 93 is below category 92, which is not at the top.',
        `Product ${productId} is in category 94, which is not there.`,
      ],
    ],
    [
      'a former slug that is taken, and a redirect to itself',
      `insert into categories (id, slug, name) overriding system value values (91, 'a', 'A'), (92, 'b', 'B');
       insert into category_redirects (slug, category_id) values ('b', 91);
       insert into redirects (path, target) values ('/old', '/old'), ('/older', '/packages')`,
      () => ['/old redirects to itself.', 'The former slug b of category 91 is the slug of category 92.'],
    ],
    [
      'a family that shows a product of another one',
      `insert into product_families (id, name, option_name, canonical_id) overriding system value
         select 91, 'Tints', 'Shade', id from products where handle = 'kit';
       update products set family_id = 91 where handle = 'jar'; update products set family_id = 92, option_value = 'Red' where handle = 'kit'`,
      () => [
        `Family 91 shows product ${packageId}, which is not one of its members.`,
        `Product ${productId} of family 91 has no option.`,
        `Product ${packageId} is in family 92, which is not there.`,
      ],
    ],
    [
      'missing files of a product',
      `insert into product_images (product_id, position, file) select id, 0, 'gone' from products where handle = 'jar';
       insert into product_documents (product_id, position, kind, title, file) select id, 0, 'safety', 'Sheet', 'gone.pdf' from products
         where handle = 'jar'`,
      () => [
        `Product ${productId}: the file gone-640.webp is not there.`,
        `Product ${productId}: the file gone.pdf is not there.`,
      ],
    ],
    [
      'a subtotal that is not the sum of its lines',
      'update orders set sub_total_cents = sub_total_cents + 1, total_cents = total_cents + 1',
      () => [`Order ${ORDER}: the sub-total is $200.34, should be $200.33.`],
    ],
    [
      'a total that is not the sum of its parts',
      'update orders set total_cents = total_cents - 1',
      () => [`Order ${ORDER}: the total is $213.77, should be $213.78.`],
    ],
    [
      'a tax with a different rate',
      'update order_taxes set milli_percent = 6625',
      () => [`Order ${ORDER}: the tax of NJ is $1.00, should be $13.27.`],
    ],
    [
      'a tax on a different base',
      'update order_taxes set on_shipping = true',
      () => [
        `Order ${ORDER}: what NJ taxes is $200.33, should be $212.78.`,
        `Order ${ORDER}: the tax of NJ on shipping is $0.00, should be $0.06.`,
        `Order ${ORDER}: the tax of line 1 is $1.00, should be $0.94.`,
      ],
    ],
    [
      'a tax that no rate explains',
      'delete from order_taxes',
      () => [
        `Order ${ORDER}: the tax of line 1 is $1.00, should be $0.00.`,
        `Order ${ORDER}: the tax is $1.00, should be $0.00.`,
      ],
    ],
    [
      'a tax allocated to the wrong line',
      'update order_lines set tax_cents = case position when 1 then 99 else 1 end',
      () => [
        `Order ${ORDER}: the tax of line 1 is $0.99, should be $1.00.`,
        `Order ${ORDER}: the tax of line 2 is $0.01, should be $0.00.`,
      ],
    ],
    [
      'a discount that its percentage does not explain',
      `update orders set discount_cents = 1, discount_milli_percent = 10000, total_cents = total_cents - 1`,
      () => [
        `Order ${ORDER}: the discount is $0.01, should be $20.03.`,
        `Order ${ORDER}: the discount of line 1 is $0.00, should be $0.01.`,
      ],
    ],
    [
      'an exempt line that is taxed',
      'update order_lines set tax_exempt = true where position = 1',
      () => [
        `Order ${ORDER}: what NJ taxes is $200.33, should be $0.33.`,
        `Order ${ORDER}: the tax of line 1 is $1.00, should be $0.00.`,
        `Order ${ORDER}: the tax of line 2 is $0.00, should be $1.00.`,
      ],
    ],
    [
      'a tax despite a certificate',
      `update orders set certificate_state = 'NJ', certificate_number = '1'`,
      () => [`Order ${ORDER}: the tax of an order with a certificate is $1.00, should be $0.00.`],
    ],
    [
      'an insurance fee by a different rule',
      'update orders set insurance_cents = 340, total_cents = total_cents - 110',
      () => [`Order ${ORDER}: the insurance is $3.40, should be $4.50.`],
    ],
    [
      'a Pickup that is insured and shipped',
      `update orders set type = 'P'`,
      () => [
        `Order ${ORDER}: the insurance is $4.50, should be $0.00.`,
        `Order ${ORDER}: the shipping price is $7.95, should be $0.00.`,
      ],
    ],
    [
      'a PV that is not the sum of its lines',
      'update orders set pv = 22',
      () => [`Order ${ORDER}: the PV is 22, should be 21.`],
    ],
    [
      'a CV that is not the sum of its lines',
      'update orders set cv_cents = 20016',
      () => [`Order ${ORDER}: the CV is $200.16, should be $200.17.`],
    ],
    [
      "a line's total that is not price times quantity",
      'update order_lines set price_cents = 9999 where position = 1',
      () => [`Order ${ORDER}: the total of line 1 is $200.00, should be $199.98.`],
    ],
    [
      "a line's CV with a different share",
      'update order_lines set commissionable_bp = 0 where position = 2',
      () => [`Order ${ORDER}: the CV of line 2 is $0.17, should be $0.00.`],
    ],
    [
      'an order without lines',
      'delete from order_lines; delete from order_taxes; update orders set tax_cents = 0, sub_total_cents = 0, insurance_cents = 340, total_cents = 1135, pv = 0, cv_cents = 0',
      () => [`Order ${ORDER} is not found by its words.`, `Order ${ORDER} has no line.`],
    ],
    [
      'a Delivery without an address',
      'delete from order_addresses',
      () => [`Order ${ORDER} is a Delivery without an address.`, `Order ${ORDER} is not found by its words.`],
    ],
    ['an order without a user', 'delete from order_changes', () => [`Order ${ORDER} does not say when it was placed.`]],
    [
      'a key without its order',
      'update idempotency_keys set order_id = 77',
      () => ['Idempotency key key stands for order 77, which is not there.'],
    ],
    [
      'a bank transaction that is set aside, but booked without a payment and above its amount',
      `insert into bank_transactions (id, key, origin, amount_cents, payer, memo, source, imported_by, booked_cents,
         set_aside_reason) overriding system value values (7, 'k', 'csv', 100, '', '', '', 'x', 101, 'Not ours')`,
      () => [
        'Bank transaction 7 is booked with 101 cents, but its payments total 0.',
        'Bank transaction 7 is of 100 cents, but pays 101.',
        'Bank transaction 7 is set aside, but pays 101 cents.',
      ],
    ],
    [
      'a newsletter with wrong counts and more recipients than subscribers',
      `insert into newsletters (id, subject, body, state, made_by, changed_by, recipients, sent_count)
         overriding system value values (7, '', '', 'sent', 'x', 'x', 1, 2);
       insert into newsletter_deliveries (newsletter_id, subscriber_id, state) values (7, 1, 'sent'), (7, 2, 'sending')`,
      () => [
        'Newsletter 7 counts 2 sent, 0 refused, 0 failed, 0 unknown, 0 ended; its deliveries are 1, 0, 0, 0, 0.',
        'Newsletter 7 is sent and has 1 mails that are being sent or wait.',
        'Newsletter 7 went to 2, more than the 1 who wanted it.',
      ],
    ],
    ['lines without their order', copyLines(77), () => ['A line names order 77, which is not there.']],
  ])('reports %s', async (_damage, statements, expected) => {
    expect(await verifyAfterDamage(connection(), dataDir, statements)).toEqual(expected())
  })

  test('stops after many findings of one kind and reports that there are more', async () => {
    const findings = await verifyAfterDamage(
      connection(),
      dataDir,
      `insert into products (handle, name, price_cents, selling_price_cents, pv, stock)
         select 'n' || i, 'N', 1, 1, 0, 1 from generate_series(1, 1000) i`,
    )
    expect(findings).toHaveLength(101)
    expect(findings.at(-1)).toBe('… and more of these.')
  })
})

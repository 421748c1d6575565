import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { recordAction } from '#server/identity/audit/record-action.ts'
import { correctContact } from '#server/orders/correct-contact.ts'
import type { Database } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { makeProduct, makeUser } from './factories.ts'
import { deliveryForm } from './order-forms.ts'
import { fillCart, submit } from './shop.ts'

/** Part of everything about the person, in any letter case: too long to occur in a hash or token by chance. */
const MARKER = 'quixan'
const PHONE = '(201) 555-7731'
const CONTACT = {
  first_name: 'Quixan',
  last_name: 'Quixan',
  phone_number: PHONE,
  address_1: '77 Quixan Street',
  city: 'Quixantown',
}
export const personEmail = 'quixan@example.com'
export const guestEmail = 'wyxler@example.com'
export const FILE = `${'9'.repeat(32)}.pdf`
const SENT_EMAIL_ID = '11111111-1111-4111-8111-111111111111'

/** A member with an order that has every kind of data, and a row in every table with personal data. */
export async function createPerson(db: Database, jobs: Jobs, dataDir: string) {
  const other = await makeUser(db)
  const person = await makeUser(db, { email: personEmail, firstName: CONTACT.first_name })
  await db
    .updateTable('users')
    .set({ last_name: 'Quixan', phone_number: PHONE, cosmetology_id: 'QUIXAN-1', license_state: 'NJ' })
    .set({
      license_refusal: 'Quixan unreadable',
      renewal_expires_on: '2027-12-31',
      renewal_refusal: 'Quixan renewal unreadable',
      password_hash: 'quixanhash',
      email_verified_at: new Date(),
      referral_code: 'QUIXANCODE',
    })
    .where('id', '=', person.id)
    .execute()
  const product = await makeProduct(db, { stock: 20, priceCents: 5000, pv: 10 })
  const placeFor = async (userId: UserId | undefined, email: string, contact = CONTACT) => {
    const form = {
      ...deliveryForm,
      ...contact,
      user_email: email,
      comments: `Ring at ${contact.last_name}`,
      shipping: { ...deliveryForm.shipping, ...contact, company: `${contact.last_name} Salon` },
    }
    // Mistyped at first, so that both emails are in the audit log.
    const mistyped = { ...form, user_email: `mistyped.${email}` }
    const cartOwner = await fillCart(db, [{ id: product.id, quantity: 2 }])
    const owner = userId === undefined ? {} : { userId, creditedUserId: userId }
    const placed = await submit(db, jobs, {
      ...owner,
      cartOwner,
      form: mistyped,
      idempotencyKey: `key of ${email}`,
    })
    if (!placed.ok) throw new Error(placed.refusal.code)
    const { first_name, last_name, phone_number } = contact
    const names = { first_name, last_name, phone_number }
    const correction = {
      orderId: placed.orderId,
      contact: { ...names, email },
      reason: `${contact.last_name} called`,
    }
    const result = await inTransaction(db, (trx) => correctContact(trx, { kind: 'command_line' }, correction, { jobs }))
    if (!result.ok) throw new Error(result.refusal.code)
    return placed.orderId as number
  }
  const order = await placeFor(person.id, personEmail)
  const guestContact = {
    first_name: 'Wyxler',
    last_name: 'Wyxler',
    phone_number: '(201) 555-8800',
    address_1: 'Wyxler 1',
    city: 'Wyxlertown',
  }
  const guest = await placeFor(undefined, guestEmail, guestContact)
  await inTransaction(db, (trx) =>
    recordAction(
      trx,
      { kind: 'customer', userId: person.id, address: '203.0.113.77' },
      {
        action: 'member.contact_changed',
        subject: { kind: 'member', id: person.id },
        before: { name: 'Quixan' },
        after: {},
      },
    ),
  )
  await inTransaction(db, (trx) =>
    jobs.queue(trx, 'mail', [
      { mail: 'order_received', order_id: order },
      { mail: 'prove_email', user_id: person.id },
    ]),
  )
  await insertRows(db, { user: person.id, other: other.id, order, product: product.id })
  await writeFiles(dataDir)
  return { userId: person.id, otherId: other.id, orderId: order, guestOrderId: guest }
}

async function insertRows(db: Database, ids: { user: number; other: number; order: number; product: number }) {
  const { user, other, order, product } = ids
  const execute = (statements: string) =>
    inTransaction(db, async (trx) => {
      for (const statement of statements.split(';\n'))
        if (statement.trim() !== '') await sql.raw(statement).execute(trx)
    })
  await execute(`
    insert into sent_mails (id, payload, recipient, subject, queued_at, tries)
      values ('${SENT_EMAIL_ID}', '{"mail":"order_received","order_id":${order}}', 'shop@example.com', 'Order from Quixan', now(), 1);
    insert into undelivered_mails (id, payload, queued_at, tries, reason)
      values (gen_random_uuid(), '{"mail":"prove_email","user_id":${user}}', now(), 1, 'no mailbox ${personEmail}');
    insert into sessions (token_hash, user_id) values ('\\x01', ${user});
    insert into password_links (user_id, token_hash, expires_at) values (${user}, '\\x02', now());
    insert into email_verifications (user_id, email, token_hash, expires_at) values (${user}, '${personEmail}', '\\x03', now());
    insert into email_changes (user_id, old_email, old_was_verified, new_email, confirmed_at)
      values (${user}, 'old.quixan@example.com', true, '${personEmail}', now());
    insert into second_factors (user_id, sealed_secret, confirmed_at) values (${user}, 'quixan', now());
    insert into recovery_codes (user_id, code_hash) values (${user}, 'quixan');
    insert into attempts (kind, key) values ('login to', 'old.quixan@example.com');
    insert into placement_counts (kind, key, placed_at) values ('of', 'old.quixan@example.com', array[now()]);
    insert into newsletter_subscribers (email) values ('${personEmail}');
    insert into newsletters (subject, body, made_by, changed_by) values ('Hello', 'Hello', 'staff', 'staff');
    insert into newsletter_deliveries (newsletter_id, subscriber_id)
      select newsletters.id, subscriber.id from newsletters, newsletter_subscribers subscriber;
    update newsletter_deliveries set state = 'sent';
    insert into carts (user_id) values (${user});
    insert into cart_line_items (cart_id, product_id, quantity, added_price_cents, shown_price_cents)
      select id, ${product}, 1, 5000, 5000 from carts where user_id = ${user};
    insert into user_addresses (user_id, first_name, last_name, phone_number, address_1, city, state, zip)
      values (${user}, 'Quixan', 'Quixan', '1', 'Quixan', 'Quixan', 'NJ', '07024');
    insert into invitations (inviter_id, email, first_name, last_name, phone_number, address_1, address_2, city, state, zip)
      values (${other}, '${personEmail}', 'Quixan', 'Quixan', '1', 'Quixan', '', 'Quixan', 'NJ', '07024');
    insert into stored_files (name, user_id, bytes) values ('${FILE}', ${user}, 4);
    insert into license_files (user_id, is_renewal, file_name, name) values (${user}, true, '${FILE}', 'quixan license.pdf');
    insert into license_reminders (user_id, expires_on, days_before) values (${user}, '2026-12-31', 30);
    insert into posts (user_id, title, language, content_html, visibility, attachment_file, attachment_name)
      values (${user}, 'Quixan', 'en', '<p>Quixan</p>', 'public', '${FILE}', 'quixan.pdf'), (${other}, 'Hello', 'en', '', 'public', null, null);
    insert into post_files (post_id, file_name) select id, '${FILE}' from posts where user_id = ${user};
    insert into comments (post_id, user_id, content, hidden_reason, hidden_by, hidden_at)
      select id, ${user}, 'I am Quixan', 'rude Quixan', 'staff', now() from posts where user_id = ${other};
    insert into messages (name, email, user_id, subject, body) values ('Quixan', 'quixan@else.example', ${user}, 'Quixan', 'I am Quixan'),
      ('Wyxler', '${guestEmail}', null, 'Wyxler', 'I am Wyxler');
    insert into message_answers (message_id, body, sent_by) select id, 'Hi ' || name, 'staff' from messages;
    insert into comment_replies (comment_id, user_id, content) select id, ${user}, 'Quixan again' from comments;
    insert into resale_certificates (user_id, state, number, expires_on, created_by, refused_at, refused_by, refusal_reason)
      values (${user}, 'NJ', 'RC-1', '2030-01-01', 'staff', now(), 'staff', 'Quixan is no reseller');
    insert into terms (text, published_by) values ('Be kind.', 'staff');
    insert into payouts (month, member_id, amount_cents) values ('2026-01', ${user}, 3000);
    insert into payout_entries (month, member_id, kind, amount_cents, method, destination, reference, reason, sent_on, made_by)
      values ('2026-01', ${user}, 'paid', 3000, 'quickpay', 'Quixan Street 77', 'quixanref', 'Quixan asked', '2026-02-15', 'x');
    insert into bonus_corrections (month, member_id, bonus, amount_cents, corrected_month, reason, requested_by)
      values ('2026-02', ${user}, 'sales', 500, '2026-01', 'Quixan was forgotten', 'x');
    insert into payout_methods (user_id, kind, destination, on_hold_until) values (${user}, 'check', 'Quixan, 77 Quixan Street', now());
    insert into tax_forms (user_id, w9_on, recorded_by) values (${user}, '2026-01-15', 'x');
    insert into terms_acceptances (user_id, version) select ${user}, max(version) from terms;
    insert into erasures (user_id, requested_by, canceled_at) values (${user}, 'member', now());
    update sponsorships set reason = 'Quixan asked' where member_id = ${user};
    update orders set card_holder_name = 'Q QUIXAN', card_type = 'visa', card_last_four = '7731',
      certificate_state = 'NJ', certificate_number = 'RC-1', discount_reason = 'Quixan is nice' where id = ${order};
    insert into order_taxes (order_id, position, state, milli_percent, on_goods, on_shipping, base_cents, tax_cents, zip_prefix)
      values (${order}, 0, 'NJ', 0, true, false, 0, 0, '');
    insert into order_versions (order_id, version, snapshot, total_cents, replaced_by, reason)
      select id, 1, to_jsonb(orders) || jsonb_build_object('lines', '[]'::jsonb, 'taxes', '[]'::jsonb, 'address',
        (select to_jsonb(address) - 'order_id' from order_addresses address where order_id = orders.id)), total_cents, 'staff', 'Quixan called'
        from orders where id = ${order};
    insert into bank_transactions (key, origin, amount_cents, value_date, payer, memo, source, imported_by)
      values ('said ["2026-11-01",5000,"quixan",""] 1', 'csv', 5000, '2026-11-01', 'Quixan', 'from Quixan', 'Quixan,50', 'staff');
    insert into payments (order_id, kind, method, amount_cents, reference, value_date, bank_transaction_id, made_by)
      select ${order}, 'received', 'check', 5000, 'check of Quixan', '2026-11-01', id, 'staff' from bank_transactions;
    insert into payment_clearances (payment_id, cleared_on, made_by) select id, '2026-11-01', 'staff' from payments;
    insert into payments (order_id, kind, method, amount_cents, reason, value_date, corrects_id, made_by)
      select ${order}, 'correction', 'check', -5000, 'Quixan bounced', '2026-11-01', id, 'staff' from payments;
    insert into payment_claims (order_id, method, note) values (${order}, 'check', 'Quixan paid');
    insert into payment_reminders (order_id, kind, due_on) values (${order}, 'first', '2026-11-01');
    insert into due_date_changes (order_id, to_on, reason, made_by) values (${order}, '2026-12-01', 'Quixan asked', 'staff');
    insert into credit_notes (order_id, kind, number, amount_cents, goods_cents, reason, made_by)
      values (${order}, 'return', 1, 5000, 5000, 'Quixan sent back', 'staff');
    update credit_note_numbers set last_number = 1;
    insert into goods_returns (order_id, credit_note_id, reason, withheld_cents, withheld_reason, was_counted, made_by)
      select ${order}, id, 'Quixan', 1, 'opened by Quixan', false, 'staff' from credit_notes;
    insert into goods_return_lines
      select id, ${order}, 0, 1, 1, false, 5000, 0, 0, 0, 0 from goods_returns;
    insert into shipments (order_id, kind, packed_by) values (${order}, 'delivery', 'staff');
    insert into shipment_lines (shipment_id, order_id, position, quantity) select id, ${order}, 0, 1 from shipments;
    update shipments set shipped_at = now(), shipped_by = 'staff', carrier = 'ups', tracking_number = '1ZQUIXAN';
    update shipments set delivered_at = now(), delivered_by = 'staff';
    insert into order_notes (order_id, note, made_by) values (${order}, 'Quixan was rude', 'staff');
    insert into staff (email, role) values ('one@example.com', 'owner');
    insert into staff_views (staff_id, area, name, query) select id, 'orders', 'Hers', 'search=Quixan%40example.com&sort=total' from staff;
    insert into approvals (action, subject, payload, preview, preview_hash, reason, proposed_by, proposed_by_id, state)
      select 'payment.refund', '${order}', '{"reference":"Quixan"}', 'x', sha256('x'), 'Quixan insists', 'one@example.com', id, 'void' from staff;
    insert into approvals (action, subject, payload, preview, preview_hash, reason, proposed_by, proposed_by_id, state)
      select 'payout.send', '2026-11 ${user}', '{"reference":"Quixan"}', 'x', sha256('x'), 'Quixan asked', 'one@example.com', id, 'void' from staff;
    insert into counted_orders (order_no, order_id, member_id, customer, completed_at, month, cv_cents, pv, month_cv_cents, month_pv, remaining_cv_cents, remaining_pv)
      values ('${order}', ${order}, ${user}, false, '2026-11-02', '2026-11', 10000, 20, 10000, 20, 10000, 20);
    insert into order_returns (counted_order_id, kind, returned_at, month, cv_cents, pv)
      select id, 'return', '2026-11-03', '2026-11', 1, 1 from counted_orders;
    insert into point_entries (user_id, cause, month, points, description, counted_order_id)
      select ${user}, 'order', '2026-11', 20, 'Order ${order}', id from counted_orders;
    insert into bonus_lines (month, counted_order_id, payee_id, kind, depth, level, rate_bp, covered_bp, cv_cents, amount_cents)
      select '2026-11', id, ${user}, 1, 0, 1, 1000, 0, 10000, 1000 from counted_orders;
    insert into cards (month, member_id, member_index, active, level, title, personal_pv, customer_pv, group_pv, next_legs,
        total_sales_cents, sales_bonus_cents, level_bonus_cents, total_bonus_cents, next_level_cents, opening_cents, payable_cents, carried_cents)
      values ('2026-11', ${user}, 0, true, 1, 1, 20, 0, 20, 0, 10000, 1000, 0, 1000, 0, 0, 1000, 0);
  `)
}

async function writeFiles(dataDir: string) {
  await mkdir(join(dataDir, 'uploads'), { recursive: true })
  await mkdir(join(dataDir, 'outbox'), { recursive: true })
  await writeFile(join(dataDir, 'uploads', FILE), 'Quixan')
  await writeFile(join(dataDir, 'outbox', `${SENT_EMAIL_ID}.eml`), 'Quixan ordered')
}

/** Every row of every table, and every file below the folder, that still contains data of the person. */
export async function findPersonalData(db: Database, dataDir: string, text = MARKER): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', nspname, relname) as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where relkind in ('r', 'p', 'm') and not relispartition and nspname not like 'pg\_%' and nspname <> 'information_schema'
     order by 1`.execute(db)
  const matches: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`
      select row from (select to_jsonb(found)::text || ' ' || regexp_replace(to_jsonb(found)::text, '[^0-9]', '', 'g') as row
        from ${sql.raw(name)} found) rows
       where row ilike ${`%${text}%`} or row like '%555-7731%' or row like '%2015557731%' or row ilike '%71756978616e%'`.execute(
      db,
    )
    matches.push(...rows.map(({ row }) => `${name} ${row}`))
  }
  for (const file of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
    const path = join(file.parentPath, file.name)
    if (!file.isFile() || path.includes('pgdata')) continue
    if (`${path} ${await readFile(path, 'latin1')}`.toLowerCase().includes(text)) matches.push(path)
  }
  return matches
}

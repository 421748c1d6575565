import { type RawBuilder, sql } from 'kysely'
import { buildErasedAddress, buildErasedEmail, redactIfPresent } from './account-decisions.queries.ts'
import type { PersonalTable, PersonKeys } from './decision.ts'

const matchesOrder = ({ orders }: PersonKeys): RawBuilder<boolean> => sql`order_id = any(${orders}::int[])`
const matchesPayment = ({ orders }: PersonKeys): RawBuilder<boolean> =>
  sql`payment_id in (select id from payments where order_id = any(${orders}::int[]))`
const selectCountedOrders = ({ user, orders }: PersonKeys) =>
  sql`(select id from counted_orders where member_id = ${user}::int or order_id = any(${orders}::int[]))`

/** Identity fields of an order and of each version that an edit replaced. */
const ERASED_CONTACT = {
  first_name: 'Erased',
  last_name: 'person',
  phone_number: '',
  comments: '',
  card_holder_name: null,
  card_type: null,
  card_last_four: null,
}
const ERASED_SNAPSHOT = sql`snapshot || ${JSON.stringify(ERASED_CONTACT)}::jsonb
  || jsonb_build_object('email', ${buildErasedEmail(sql`order_id`)},
    'discount_reason', case when snapshot ->> 'discount_reason' is not null then 'erased' end,
    'address', case when jsonb_typeof(snapshot -> 'address') = 'object'
      then snapshot -> 'address' || ${JSON.stringify(buildErasedAddress('state', 'zip'))}::jsonb end)`

/**
 * Orders in the books: numbers, dates, lines, amounts, tax, state, ZIP and the number of a resale certificate stay
 * (docs/back-office §4); identity, address and every text that someone wrote are erased.
 */
export const orderDecisions = {
  order_versions: {
    where: matchesOrder,
    erase: 'columns',
    shown: 'order_id version total_cents replaced_at',
    erased: { snapshot: ERASED_SNAPSHOT, reason: 'erased' },
    hidden: 'replaced_by',
  },
  // Bank transactions of payments for these orders.
  bank_transactions: {
    where: ({ orders }) => sql`id in (
      select bank_transaction_id from payments where order_id = any(${orders}::int[]) and bank_transaction_id is not null)`,
    erase: 'columns',
    shown: 'id origin amount_cents value_date bank_id imported_at booked_cents unconfirmed state set_aside_at',
    erased: {
      // Importing the same transaction again adds nothing, because its hash is known.
      key: sql`case when key like 'said %' then 'erased ' || encode(sha256(convert_to(key, 'UTF8')), 'hex') else key end`,
      payer: 'erased',
      memo: '',
      source: '',
      set_aside_reason: redactIfPresent('set_aside_reason'),
    },
    hidden: 'imported_by set_aside_by',
  },
  payments: {
    where: matchesOrder,
    erase: 'columns',
    shown:
      'id order_id kind method amount_cents value_date corrects_id bounced credit_note_id of_overpayment predates_ledger tolerance_cents bank_transaction_id created_at',
    erased: { reference: '', reason: sql`case when reason <> '' then 'erased' else '' end` },
    hidden: 'made_by',
  },
  payment_clearances: {
    where: matchesPayment,
    erase: 'nothing',
    shown: 'payment_id cleared_on created_at',
    hidden: 'made_by',
  },
  payment_claims: {
    where: matchesOrder,
    erase: 'columns',
    shown: 'id order_id method claimed_at ended_at outcome',
    erased: { note: '', reason: redactIfPresent('reason') },
    hidden: 'ended_by',
  },
  payment_reminders: { where: matchesOrder, erase: 'nothing', shown: 'order_id kind due_on mailed_at' },
  due_date_changes: {
    where: matchesOrder,
    erase: 'columns',
    shown: 'id order_id from_on to_on made_at',
    erased: { reason: 'erased' },
    hidden: 'made_by',
  },
  credit_notes: {
    where: matchesOrder,
    erase: 'columns',
    shown:
      'id order_id kind number amount_cents goods_cents discount_cents insurance_cents shipping_cents tax_cents reverses_id created_at',
    erased: { reason: sql`case when reason <> '' then 'erased' else '' end` },
    hidden: 'made_by',
  },
  goods_return_lines: {
    where: matchesOrder,
    erase: 'nothing',
    shown:
      'goods_return_id order_id position quantity not_handed_over restocked goods_cents discount_cents tax_cents cv_cents pv',
  },
  goods_returns: {
    where: matchesOrder,
    erase: 'columns',
    shown: 'id order_id credit_note_id withheld_cents credited_before_cents was_counted created_at',
    erased: { reason: 'erased', withheld_reason: redactIfPresent('withheld_reason') },
    hidden: 'made_by',
  },
  shipment_lines: { where: matchesOrder, erase: 'nothing', shown: 'shipment_id order_id position quantity' },
  shipments: {
    where: matchesOrder,
    erase: 'columns',
    shown: 'id order_id kind carrier packed_at ready_at shipped_at delivered_at picked_up_at voided_at state',
    erased: {
      tracking_number: '',
      picked_up_name: redactIfPresent('picked_up_name'),
      void_reason: redactIfPresent('void_reason'),
    },
    hidden: 'packed_by ready_by shipped_by delivered_by picked_up_by voided_by',
  },
  stock_movements: {
    where: matchesOrder,
    erase: 'columns',
    shown: 'id product_id quantity kind order_id line_position allocation line_quantity reverses made_at',
    erased: { reason: redactIfPresent('reason') },
    hidden: 'made_by',
  },
  order_notes: {
    where: matchesOrder,
    erase: 'columns',
    shown: 'id order_id made_at',
    erased: { note: '', erased_at: sql`coalesce(erased_at, now())` },
    hidden: 'made_by',
  },
  approvals: {
    where: ({ user, orders }) => sql`(action = 'payment.refund' and subject = any(${orders.map(String)}::text[])
      or action = 'member.sponsor' and subject = ${user}::text
      or action = 'payout.send' and split_part(subject, ' ', 2) = ${user}::text)`,
    erase: 'columns',
    shown: 'id action subject preview state proposed_at decided_at ended_at',
    erased: { payload: sql`'{}'::jsonb`, reason: 'erased' },
    hidden:
      'preview_hash proposed_by proposed_by_id first_approved_by first_approved_by_id first_approved_at decided_by decided_by_id pending_mailed_at approved_mailed_at',
  },
  idempotency_keys: {
    where: matchesOrder,
    erase: 'rows',
    shown: 'order_id created_at',
    hidden: 'visitor_hash key body_hash',
  },
  order_changes: {
    where: matchesOrder,
    erase: 'nothing',
    shown: 'id order_id change changed_at',
    hidden: 'changed_by',
  },
  order_lines: {
    where: matchesOrder,
    erase: 'nothing',
    shown:
      'order_id position product_id name image_file quantity price_cents total_price_cents unit_pv commissionable_bp cv_cents discount_cents tax_exempt tax_cents pv',
  },
  order_taxes: {
    where: matchesOrder,
    erase: 'nothing',
    shown:
      'order_id position state milli_percent on_goods on_shipping base_cents tax_cents zip_prefix shipping_tax_cents version',
  },
  order_addresses: {
    where: matchesOrder,
    erase: 'columns',
    shown: 'order_id state zip',
    erased: buildErasedAddress('state', 'zip'),
  },
  // Derived by a trigger from the erased fields.
  order_search: { where: matchesOrder, erase: 'elsewhere', shown: 'order_id search_text' },
  orders: {
    where: ({ orders }) => sql`id = any(${orders}::int[])`,
    erase: 'columns',
    shown:
      'id status type sub_total_cents shipping_price_cents insurance_cents tax_cents total_cents pv cv_cents shipping_method shipping_description payment_type created_at user_id credited_user_id paid_at completed_at canceled_at payment_state discount_cents discount_milli_percent certificate_state certificate_number fulfillment_state payment_days due_on version taxed_when_canceled',
    erased: {
      ...ERASED_CONTACT,
      email: buildErasedEmail(sql`id`),
      discount_reason: redactIfPresent('discount_reason'),
    },
    hidden: 'cart_id cart_round',
  },

  point_entries: {
    where: ({ user }) => sql`user_id = ${user}::int`,
    erase: 'nothing',
    shown: 'id user_id cause month points description created_at counted_order_id return_id',
  },
  counted_orders: {
    where: (person) => sql`id in ${selectCountedOrders(person)}`,
    erase: 'nothing',
    shown:
      'id order_no order_id member_id before_enrollment customer completed_at month cv_cents pv month_cv_cents month_pv remaining_cv_cents remaining_pv occurrence',
  },
  order_returns: {
    where: (person) => sql`counted_order_id in ${selectCountedOrders(person)}`,
    erase: 'nothing',
    shown: 'id counted_order_id kind returned_at month cv_cents pv money_only',
  },
  bonus_lines: {
    where: ({ user }) => sql`payee_id = ${user}::int`,
    erase: 'nothing',
    shown:
      'month counted_order_id payee_id kind depth level rate_bp covered_bp covered_by_id cv_cents amount_cents return_id',
  },
  cards: {
    where: ({ user }) => sql`member_id = ${user}::int`,
    erase: 'nothing',
    shown:
      'month member_id sponsor_id active level title personal_pv customer_pv group_pv next_legs total_sales_cents sales_bonus_cents level_bonus_cents total_bonus_cents next_level_cents opening_cents payable_cents carried_cents',
    hidden: 'member_index',
  },
  // The members directly above and below them.
  sponsorships: {
    where: ({ user }) => sql`(member_id = ${user}::int or sponsor_id = ${user}::int)`,
    erase: 'columns',
    shown: 'member_id from_month sponsor_id',
    erased: { reason: redactIfPresent('reason') },
  },
  member_statuses: {
    where: ({ user }) => sql`member_id = ${user}::int`,
    erase: 'nothing',
    shown: 'member_id from_month status',
  },
  network_changes: {
    where: (person) => sql`(member_id = ${person.user}::int or counted_order_id in ${selectCountedOrders(person)}
      or correction_id in (select id from bonus_corrections where member_id = ${person.user}::int))`,
    erase: 'nothing',
    shown:
      'id month counted_order_id member_id made_at before_cv_cents before_pv was_active is_enrollment return_id correction_id',
  },
} as const satisfies Record<string, PersonalTable>

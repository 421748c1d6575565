import * as z from 'zod/mini'
import { columnRoles } from '#domain/notice/headings.ts'
import { skipReasons } from '#domain/notice/notice.ts'
import { defineAdminCall } from './admin-call.ts'
import { amount, reason } from './admin-fields.ts'
import { LARGEST_BODY_BYTES } from './call.ts'
import { dollars, instant, requiredLines, rowId } from './fields.ts'
import { ownMessages } from './messages.ts'
import { Problem } from './problem.ts'

const text = z.string()
const noticeSorts = ['exact', 'probable', 'unknown'] as const
const day = z.nullable(z.string())
/** The body limit comes before. */
const TEXT_LIMIT = 1_000_000
const MOST_SHARES = 100
const MOST_CHOSEN = 1_000
/** Of a notice, booked a part at a time. */
const MOST_PAYMENTS = 10_000
const noticeParams = z.object({ notice_id: rowId })

/** Money that the bank says has come in. */
export const Notice = z.object({
  id: z.int(),
  state: z.enum(['open', 'booked', 'set_aside']),
  amount: dollars,
  /** What is not booked yet; what `expected_open` repeats. */
  open: dollars,
  value_date: day,
  payer: text,
  memo: text,
  bank_id: z.nullable(text),
  /** What it was read from, shortened. */
  source: text,
  set_aside_reason: z.nullable(text),
  set_aside_by: z.nullable(text),
  imported_at: instant,
  /** It is not certain that this money came in: booking it by hand or `receiveNotice` decides that; its sort is unknown. */
  undecided: z.boolean(),
  /** Of open ones. */
  sort: z.nullable(z.enum(noticeSorts)),
  /** Orders that it may pay, the best first, and why; of an unknown notice none is proposed. */
  candidates: z.array(
    z.object({
      order_id: z.int(),
      reason: text,
      /** Of whoever ordered. */
      name: text,
      /** What is to be paid of it; below zero: paid too much. */
      balance: dollars,
    }),
  ),
  /** What it pays, and who booked it. */
  paid: z.array(z.object({ payment_id: z.int(), order_id: z.int(), amount: dollars, made_by: text })),
})
export type Notice = z.infer<typeof Notice>

export const noticesCall = defineAdminCall('notices', {
  summary: 'Notices of the bank, newest first; open ones with the orders that they may pay, and why',
  permission: 'payments.book',
  query: z.object({
    state: z._default(z.enum(['open', 'booked', 'set_aside']), 'open'),
    /** Open ones of that sort alone. */
    sort: z.optional(z.enum(noticeSorts, ownMessages.malformed)),
    /** The `next` of the page before. */
    before: z.optional(rowId),
  }),
  responses: { 200: z.object({ data: z.array(Notice), next: z.nullable(z.int()) }) },
  errors: [422],
})

const columns = z.partialRecord(z.enum(columnRoles), z.string().check(z.maxLength(100)))
/** The first records of a CSV file, shortened: headings where it has any, and what stands below them. */
export const NoticeTable = z.object({ headings: z.nullable(z.array(text)), rows: z.array(z.array(text)) })
export const importNoticesCall = defineAdminCall('importNotices', {
  summary: 'Reads pasted text, a CSV or an OFX file, and adds the notices that are new; the same again adds nothing',
  permission: 'payments.book',
  body: z.object({
    text: requiredLines('Please paste a text or choose a file.', TEXT_LIMIT),
    /** A file unless said otherwise; its beginning tells which. */
    kind: z.optional(z.enum(['paste', 'csv', 'ofx'])),
    /** Columns of a CSV file, each by its heading or its number from 1, where the guess is wrong; empty: none has it. */
    columns: z.optional(columns),
    /** Only tells what was read, to look at first: nothing of a CSV file as long as its columns are not known. */
    look_first: z._default(z.boolean(), false),
  }),
  maxBodyBytes: LARGEST_BODY_BYTES,
  responses: {
    200: z.object({
      origin: z.enum(['paste', 'csv', 'ofx']),
      /** Of a CSV file: the number of each column from 1, as they were guessed or said. */
      columns: z.nullable(z.partialRecord(z.enum(columnRoles), z.int())),
      /** From 0 to 1; below 1 somebody should look at the columns. */
      confidence: z.nullable(z.number()),
      table: z.nullable(NoticeTable),
      /** How many notices were read, and the first of them. */
      read: z.int(),
      first: z.array(
        z.object({
          line: z.int(),
          amount: dollars,
          date: day,
          payer: text,
          memo: text,
          bank_id: z.nullable(text),
          undecided: z.boolean(),
        }),
      ),
      /** How many of them neither sign nor words say of that they came in, or they contradict each other. */
      undecided_count: z.int(),
      /** Ids of those that are new; empty where it was only looked at. */
      added: z.array(z.int()),
      /** Those that are there already; `differs`: the bank's id is the same, the amount or the day is another one. */
      known: z.array(z.object({ line: z.int(), notice_id: z.int(), differs: z.boolean() })),
      known_count: z.int(),
      skipped: z.array(
        /** `detail`: the word that says so, as `Pending` or `EUR`. */
        z.object({ line: z.int(), reason: z.enum(skipReasons), detail: z.nullable(text), source: text }),
      ),
      skipped_count: z.int(),
    }),
  },
  errors: [413, 422],
})

/** Another clerk was there before: the notice as it is now. */
const changed = z.extend(Problem, { notice: Notice })
export const bookNoticeCall = defineAdminCall('bookNotice', {
  summary: 'Books a notice as the payment of an order, or splits it over several; 409 has it as it is now',
  permission: 'payments.book',
  params: noticeParams,
  body: z.object({
    orders: z
      .array(
        z.object({
          order_id: rowId,
          /** All that is open of the notice unless said otherwise. */
          amount: z.optional(amount),
        }),
      )
      .check(z.minLength(1, 'Please choose an order.'), z.maxLength(MOST_SHARES)),
    /** What was open of it when it was looked at: after something else nothing is booked. */
    expected_open: amount,
    /** Says that more than five times what is due for an order is right; without it 422 with `errors.confirmed`. */
    confirmed: z._default(z.boolean(), false),
  }),
  responses: { 200: Notice, 409: changed },
  errors: [404, 422],
})
export const bookExactNoticesCall = defineAdminCall('bookExactNotices', {
  summary: 'Books the exact notices together, all or those that are chosen; what changed since is left alone',
  permission: 'payments.book',
  body: z.object({ notice_ids: z.optional(z.array(rowId).check(z.maxLength(MOST_CHOSEN))) }),
  responses: {
    200: z.object({
      booked: z.array(z.object({ notice_id: z.int(), payment_id: z.int(), order_id: z.int(), amount: dollars })),
    }),
  },
  errors: [422],
})
export const receiveNoticeCall = defineAdminCall('receiveNotice', {
  summary: 'Says that the money of an undecided notice came in; one that is not ours is set aside',
  permission: 'payments.book',
  params: noticeParams,
  responses: { 200: Notice, 409: changed },
  errors: [404],
})
export const setNoticeAsideCall = defineAdminCall('setNoticeAside', {
  summary: 'Sets a notice aside that pays no order',
  permission: 'payments.book',
  params: noticeParams,
  body: z.object({ reason }),
  responses: { 200: Notice, 409: changed },
  errors: [404, 422],
})
export const undoNoticeCall = defineAdminCall('undoNotice', {
  summary: 'Brings a notice back: its payments are undone by correcting entries; what was set aside is open again',
  permission: 'payments.book',
  params: noticeParams,
  body: z.object({
    reason,
    /** The `paid.payment_id` that were looked at, none of what was set aside: after others nothing is undone. */
    expected_payments: z.optional(z.array(rowId).check(z.maxLength(MOST_PAYMENTS))),
  }),
  maxBodyBytes: LARGEST_BODY_BYTES,
  responses: { 200: Notice, 409: changed },
  errors: [404, 422],
})

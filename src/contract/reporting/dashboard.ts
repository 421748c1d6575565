import * as z from 'zod/mini'
import { defineAdminCall } from '#contract/base/admin-call.ts'
import { dollars } from '#contract/base/fields.ts'
import { orderQueues } from '#contract/orders/queues.ts'

const text = z.string()

/** Every queue that needs staff, in the order of the dashboard. */
export const queueKinds = [
  'exact_matches',
  'probable_matches',
  'unmatched_payments',
  ...orderQueues,
  'overpaid',
  'checks_due',
  'failed_mails',
  'messages',
  'low_stock',
  'products_to_count',
  'draft_products',
  'products_without_picture',
  'products_without_price',
  'approvals',
  'my_proposals',
  'approved',
  'resets',
  'licenses',
  'licenses_expiring',
  'licenses_expired',
  'certificates',
  'posts',
  'months_to_close',
  'open_payouts',
] as const
export type QueueKind = (typeof queueKinds)[number]

/** The size of one queue, and the list of exactly its entries. */
export const QueueCount = z.object({
  kind: z.enum(queueKinds),
  /** Exact to 1,000. */
  count: z.int(),
  /** Whether there are more than `count`. */
  more: z.boolean(),
  list: z.object({
    /** Path of the list's JSON. */
    path: text,
    query: z.record(text, text),
  }),
})
export type QueueCount = z.infer<typeof QueueCount>

/** Setup steps of a new shop, in this order (docs/owners-manual, The first day). */
export const setupSteps = [
  'name',
  'contact',
  'counter',
  'payment',
  'shipping',
  'taxes',
  'terms',
  'mail',
  'products',
  'staff',
  'test_order',
  'open',
] as const
export type SetupStep = (typeof setupSteps)[number]
/** Steps that only a shop has that is not open yet. */
export const openingSteps: readonly SetupStep[] = ['name', 'mail', 'test_order', 'open']

const SetupSteps = z.array(z.object({ step: z.enum(setupSteps), done: z.boolean() }))

export const setupCall = defineAdminCall('setup', {
  summary: 'Lists the setup steps of the shop and which are done',
  permission: 'settings.change',
  responses: {
    200: z.object({
      steps: SetupSteps,
      is_open: z.boolean(),
      /** Whether the shop was filled with the demo, and can be emptied. */
      is_demo: z.boolean(),
    }),
  },
})

export const dashboardCall = defineAdminCall('dashboard', {
  summary: 'Lists the to-do counts that the role may see, including zeros',
  permission: 'orders.read',
  responses: {
    200: z.object({
      waiting: z.array(QueueCount),
      /**
       * Null once all are done, while the setting `show_setup_list` is off, and for staff who may not change settings.
       */
      first_steps: z.nullable(SetupSteps),
    }),
  },
})

const figures = {
  /** Orders placed in the period and not canceled since. */
  orders: z.int(),
  /** Current totals of these orders. */
  order_totals: dollars,
  /** PV of orders completed in the period, less returns in it; may be negative. */
  pv: z.int(),
  /** Members enrolled in the period. */
  new_members: z.int(),
}
const Figures = z.object(figures)
const Series = z.object({
  /** Contiguous, earliest first; the last period is not over yet. */
  points: z.array(
    z.object({
      /** `YYYY-MM-DD` or `YYYY-MM` in the shop's time zone. */
      at: text,
      ...figures,
      /** The period as many days or months earlier as there are points. */
      before: z.object({ at: text, ...figures }),
    }),
  ),
  sum: Figures,
  sum_before: Figures,
})

export const figuresCall = defineAdminCall('figures', {
  summary:
    'Retrieves sales, orders, PV and new members for the last 30 days and 12 months, each with the previous period',
  permission: 'orders.read',
  responses: {
    200: z.object({
      days: Series,
      months: Series,
    }),
  },
})
export type DashboardFigures = z.infer<(typeof figuresCall)['responses'][200]>

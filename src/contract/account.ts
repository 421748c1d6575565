import * as z from 'zod/mini'
import { fulfillmentStates } from '#domain/fulfillment/state.ts'
import { paymentStates } from '#domain/order/balance.ts'
import { orderStatuses } from '#domain/order/status.ts'
import { EnteredAddress } from './address.ts'
import { defineCall } from './call.ts'
import { dollars, emailText, instant, offset, personName, requiredText, rowId } from './fields.ts'
import { formMessages } from './form-messages.ts'
import { Order } from './order.ts'
import { serverMessages } from './server-messages.ts'
import { CHECK_EMAIL_A_MINUTE, User } from './sign-in.ts'

export const SavedAddress = z.extend(EnteredAddress, {
  /** Id of the address to edit; absent for a new one. */
  id: z.optional(rowId),
})
export type SavedAddress = z.infer<typeof SavedAddress>

export const Profile = z.object({
  first_name: personName(formMessages.firstNameRequired),
  last_name: personName(formMessages.lastNameRequired),
  email: emailText(formMessages.emailRequired, formMessages.emailInvalid),
})
export type Profile = z.infer<typeof Profile>

export const OrderRow = z.object({
  id: z.int(),
  status: z.enum(orderStatuses),
  payment_state: z.enum(paymentStates),
  fulfillment_state: z.enum(fulfillmentStates),
  type: z.enum(['D', 'P']),
  order_total: dollars,
  created_at: instant,
})
export type OrderRow = z.infer<typeof OrderRow>

export const PointEntry = z.object({
  id: z.int(),
  description: z.string(),
  /** PV; negative when an order was canceled. */
  points: z.int(),
  created_at: instant,
})
export type PointEntry = z.infer<typeof PointEntry>

export const Points = z.object({
  data: z.array(PointEntry),
  page_count: z.int(),
  /** The sum of all entries, not only of this page. */
  total: z.int(),
})
export type Points = z.infer<typeof Points>

export const saveProfileCall = defineCall('saveProfile', {
  summary: 'Changes the name; a new email waits until the link emailed to it is used, and the old one is notified',
  body: Profile,
  responses: { 200: User },
  // Limited like `checkEmail`, because the response reveals which emails are taken.
  callsPerMinute: CHECK_EMAIL_A_MINUTE,
  rateLimitGroup: 'taken emails',
  errors: [401, 403, 422],
})
export const saveAddressCall = defineCall('saveAddress', {
  summary: 'Adds an address, or changes one of the own',
  body: SavedAddress,
  responses: { 200: User },
  errors: [401, 403, 404, 422],
})
export const removeAddressCall = defineCall('removeAddress', {
  summary: 'Removes one of the own addresses',
  body: z.object({ address_id: rowId }),
  responses: { 200: User },
  errors: [401, 403, 404, 422],
})
export const ordersCall = defineCall('orders', {
  summary: 'The own orders, newest first',
  query: z.object({ offset }),
  responses: { 200: z.object({ data: z.array(OrderRow), page_count: z.int() }) },
  errors: [401, 422],
})
const Claimed = z.object({
  /** Number of orders that were added to the account. */
  claimed: z.int(),
  /** True if the orders are claimed only after a mailed link is opened. */
  mailed: z.boolean(),
})
export type Claimed = z.infer<typeof Claimed>
export const claimOrdersCall = defineCall('claimOrders', {
  summary: 'Adds the orders placed as a guest with the own email, or mails a link that proves the email',
  responses: { 200: Claimed },
  errors: [401, 403],
})
export const proveEmailCall = defineCall('proveEmail', {
  summary: 'Proves by an emailed link that an email is the account’s, and adds its guest orders',
  body: z.object({ token: requiredText(serverMessages.linkExpired) }),
  responses: { 200: Claimed },
  errors: [403, 422],
})
export const orderCall = defineCall('order', {
  summary: 'One of the own orders',
  params: z.object({ order_id: rowId }),
  responses: { 200: Order },
  errors: [401, 404],
})
export const invoiceCall = defineCall('invoice', {
  summary: 'The invoice of one of the own orders',
  params: orderCall.params,
  responses: { 200: z.unknown() },
  contentType: 'application/pdf',
  callsPerMinute: 30,
  errors: [401, 404],
})
/** Reasons why an order has no points for its buyer, or none yet (docs/plan §12.2). */
export const pointlessReasons = ['not_completed', 'canceled', 'before_enrolment', 'not_credited'] as const

export const OrderPoints = z.object({
  /** Points by month, `YYYY-MM`, less returns; the first is the earliest. */
  months: z.array(z.object({ month: z.string(), points: z.int() })),
  /** Null if the order counts. */
  reason: z.nullable(z.enum(pointlessReasons)),
})
export type OrderPoints = z.infer<typeof OrderPoints>
export const orderPointsCall = defineCall('orderPoints', {
  summary: 'In which months one of the own orders counts, and with how many points; or why in none',
  params: orderCall.params,
  responses: { 200: OrderPoints },
  errors: [401, 404],
})
export const pointsCall = defineCall('points', {
  summary: 'The own PV, entry by entry, newest first',
  query: z.object({ offset }),
  responses: { 200: Points },
  errors: [401, 422],
})

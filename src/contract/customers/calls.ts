import * as z from 'zod/mini'
import { EnteredAddress } from '#contract/addresses/schemas.ts'
import { defineCall } from '#contract/base/call.ts'
import { dollars, emailText, instant, offset, personName, requiredText, rowId } from '#contract/base/fields.ts'
import { formMessages } from '#contract/base/form-messages.ts'
import { serverMessages } from '#contract/base/server-messages.ts'
import { Order } from '#contract/orders/calls.ts'
import { fulfillmentStates } from '#domain/fulfillment/state.ts'
import { paymentStates } from '#domain/orders/balance.ts'
import { orderStatuses } from '#domain/orders/status.ts'
import { CHECK_EMAIL_PER_MINUTE, User } from './sign-in.ts'

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
  summary:
    'Updates the profile. A new email takes effect once it is confirmed by an emailed link; the old email is notified',
  body: Profile,
  responses: { 200: User },
  // Limited like `checkEmail`, because the response reveals which emails are taken.
  callsPerMinute: CHECK_EMAIL_PER_MINUTE,
  rateLimitGroup: 'taken emails',
  errors: [401, 403, 422],
})
export const saveAddressCall = defineCall('saveAddress', {
  summary: 'Creates or updates an address of the signed-in user',
  body: SavedAddress,
  responses: { 200: User },
  errors: [401, 403, 404, 422],
})
export const removeAddressCall = defineCall('removeAddress', {
  summary: 'Deletes an address of the signed-in user',
  body: z.object({ address_id: rowId }),
  responses: { 200: User },
  errors: [401, 403, 404, 422],
})
export const ordersCall = defineCall('orders', {
  summary: 'Lists the orders of the signed-in user, newest first',
  query: z.object({ offset }),
  responses: { 200: z.object({ data: z.array(OrderRow), page_count: z.int() }) },
  errors: [401, 422],
})
const ClaimResult = z.object({
  /** Number of orders that were added to the account. */
  claimed: z.int(),
  /** True if the orders are claimed only after a mailed link is opened. */
  mailed: z.boolean(),
})
export type ClaimResult = z.infer<typeof ClaimResult>
export const claimOrdersCall = defineCall('claimOrders', {
  summary: 'Adds guest orders with the user’s email to the account, or emails a link to confirm the email first',
  responses: { 200: ClaimResult },
  errors: [401, 403],
})
export const proveEmailCall = defineCall('proveEmail', {
  summary: 'Confirms the user’s email by an emailed link and adds its guest orders to the account',
  body: z.object({ token: requiredText(serverMessages.linkExpired) }),
  responses: { 200: ClaimResult },
  errors: [403, 422],
})
export const orderCall = defineCall('order', {
  summary: 'Retrieves an order of the signed-in user',
  params: z.object({ order_id: rowId }),
  responses: { 200: Order },
  errors: [401, 404],
})
export const invoiceCall = defineCall('invoice', {
  summary: 'Downloads the invoice of an order of the signed-in user',
  params: orderCall.params,
  responses: { 200: z.unknown() },
  contentType: 'application/pdf',
  callsPerMinute: 30,
  errors: [401, 404],
})
/** Reasons why an order has no points for its buyer, or none yet (docs/plan §12.2). */
export const uncountedPointReasons = ['not_completed', 'canceled', 'before_enrollment', 'not_credited'] as const

export const OrderPoints = z.object({
  /** Points by month, `YYYY-MM`, less returns; the first is the earliest. */
  months: z.array(z.object({ month: z.string(), points: z.int() })),
  /** Null if the order counts. */
  reason: z.nullable(z.enum(uncountedPointReasons)),
})
export type OrderPoints = z.infer<typeof OrderPoints>
export const orderPointsCall = defineCall('orderPoints', {
  summary: 'Lists the months in which an order counts and its points, or the reason it does not count',
  params: orderCall.params,
  responses: { 200: OrderPoints },
  errors: [401, 404],
})
export const pointsCall = defineCall('points', {
  summary: 'Lists the point entries of the signed-in user, newest first',
  query: z.object({ offset }),
  responses: { 200: Points },
  errors: [401, 422],
})

import type { LicenseRule } from '#domain/customers/license.ts'
import { cents } from '#domain/money/money.ts'
import {
  days,
  dollars,
  emailOrNothing,
  lines,
  megabytes,
  minutes,
  name,
  oneOf,
  onOff,
  percent,
  pieces,
  type SettingKind,
  stateOrNothing,
  text,
  zip,
  zipOrNothing,
} from './setting-kinds.ts'

export type Setting<Value> = {
  name: string
  kind: SettingKind<Value>
  default: Value
  meaning: string
  /** Key of earlier releases, which is still read. */
  formerly?: string
}

const defineSetting = <Value>(
  name: string,
  kind: SettingKind<Value>,
  fallback: Value,
  meaning: string,
  formerly?: string,
): Setting<Value> => ({ name, kind, default: fallback, meaning, ...(formerly !== undefined && { formerly }) })

/** Every setting of the shop that can be changed without a new release. */
export const registry = {
  shop_name: defineSetting('Name', name, 'Salonfront', 'Store name, shown on every page and in every email'),
  shop_email: defineSetting('Email', emailOrNothing, '', 'Email for customers; receives a copy of every order'),
  shop_phone: defineSetting('Phone', text, '', 'Phone number for customers'),
  postal_address: defineSetting('Postal address', lines, '', 'Shown at the bottom of newsletters, as required by law'),
  pickup_address: defineSetting('Pickup address', lines, '', 'Where orders are picked up'),
  pickup_state: defineSetting(
    'Pickup state',
    stateOrNothing,
    '',
    'State whose tax applies to pickups; leave blank for no tax',
  ),
  pickup_zip: defineSetting(
    'Pickup ZIP',
    zipOrNothing,
    '',
    'ZIP whose tax applies to pickups if part of the state has its own rate',
  ),
  pickup_hours: defineSetting('Pickup hours', text, '', 'When orders can be picked up'),
  quick_pay_business_name: defineSetting(
    'Quick Pay recipient',
    text,
    '',
    'Business name that receives Quick Pay payments',
  ),
  quick_pay_phone: defineSetting('Quick Pay phone number', text, '', 'Phone number that receives Quick Pay payments'),
  shop_zip: defineSetting('Ship-from ZIP', zip, '07631', 'ZIP that orders are shipped from'),
  reset_link_minutes: defineSetting(
    'Password link validity',
    minutes,
    60,
    'How long a password reset link is valid, in minutes',
  ),
  approve_licenses: defineSetting<boolean>(
    'Approve licenses first',
    onOff,
    false,
    'Keep new members pending until their license is approved',
    'approve_licences',
  ),
  license_for_orders: defineSetting<LicenseRule>(
    'License required to order',
    oneOf({
      none: 'No license required',
      not_expired: 'Accounts with an expired license can’t order',
      approved: 'Only accounts with an approved license can order',
    }),
    'not_expired',
    'License needed to place an order; if it must be approved, guests can’t order',
    'licence_for_orders',
  ),
  review_posts: defineSetting<boolean>(
    'Review posts before publishing',
    onOff,
    false,
    'Publish posts only after staff approve them',
  ),
  settling_days: defineSetting('Settling days', days, 5, 'Days after the end of a month before it can be closed'),
  payment_days: defineSetting(
    'Banking days to pay',
    days,
    7,
    'Banking days to pay by Quick Pay or check before an order is canceled; 0 for no due date',
  ),
  minimum_payout: defineSetting(
    'Minimum payout',
    dollars,
    cents(2500),
    'Smallest bonus paid out, in dollars; smaller amounts carry over',
  ),
  large_order_percent: defineSetting(
    'Large orders',
    percent,
    10,
    'Flag credited orders with at least this share of the month’s CV for review, in percent',
  ),
  large_leg_percent: defineSetting(
    'Large legs',
    percent,
    50,
    'Flag legs with at least this share of the month’s credited points for review, in percent',
  ),
  shared_address_accounts: defineSetting(
    'Accounts per address',
    pieces,
    3,
    'Flag addresses with at least this many accounts for review; 0 for never',
  ),
  payout_report_threshold: defineSetting(
    'Payouts to report',
    dollars,
    cents(200_000),
    'Report payees with this total or more in a calendar year to the IRS (1099), in dollars',
  ),
  payment_tolerance: defineSetting(
    'Tolerance',
    dollars,
    cents(0),
    'Orders count as paid up to this open balance, in dollars',
  ),
  check_hold_days: defineSetting('Check hold days', days, 5, 'Days after receipt before a check counts as cleared'),
  complete_automatically: defineSetting<boolean>(
    'Complete orders automatically',
    onOff,
    false,
    'Complete orders once the payment has cleared and the items are handed over',
  ),
  staff_second_factor: defineSetting<boolean>(
    'Two-step sign-in for everyone',
    onOff,
    false,
    'Require two-step sign-in for clerks and managers, as for owners',
  ),
  refund_approval_above: defineSetting(
    'Refunds that need approval',
    dollars,
    cents(50_000),
    'Order refunds and a month’s manual payouts above this total, in dollars, need a second approval if two people can approve',
  ),
  sponsor_approval_above: defineSetting(
    'Sponsor changes that need approval',
    pieces,
    10,
    'Sponsor changes that move more downline members than this need a second approval if two people can approve',
  ),
  discount_clerk_percent: defineSetting(
    'Discounts by clerks',
    percent,
    10,
    'Largest order discount for clerks, in percent; above it, a manager or owner enters their password',
  ),
  discount_manager_percent: defineSetting(
    'Discounts by managers',
    percent,
    50,
    'Largest order discount for managers, in percent; owners have no limit',
  ),
  minimum_sub_total: defineSetting('Minimum order', dollars, cents(0), 'Minimum sub-total of an order, in dollars'),
  show_setup_list: defineSetting<boolean>(
    'Setup list',
    onOff,
    true,
    'Show owners a setup list on Today until everything is done',
  ),
  open_to_visitors: defineSetting<boolean>(
    'Open to visitors',
    onOff,
    true,
    'Show the store to everyone; while off, only signed-in staff see it, and visitors see “Opening soon”',
  ),
  low_stock_below: defineSetting('Low stock', pieces, 5, 'Products with fewer items than this are low in stock'),
  newsletter_per_minute: defineSetting(
    'Newsletters per minute',
    pieces,
    300,
    'Maximum newsletters sent per minute, as your mail server allows; 0 for no limit',
  ),
  upload_quota_account_mb: defineSetting(
    'Uploads per account',
    megabytes,
    500,
    'Storage for one account’s pictures and attachments, in MB',
  ),
  upload_quota_shop_mb: defineSetting(
    'Total uploads',
    megabytes,
    20_000,
    'Storage for all accounts’ pictures and attachments, in MB',
  ),
} as const

export type SettingKey = keyof typeof registry
export type SettingValue<Key extends SettingKey> = (typeof registry)[Key]['default']

/** Groups of settings, in the order of the page that shows them. */
export const settingGroups = {
  shop: ['shop_name', 'shop_email', 'shop_phone', 'postal_address', 'open_to_visitors', 'show_setup_list'],
  counter: ['pickup_address', 'pickup_state', 'pickup_zip', 'pickup_hours', 'shop_zip'],
  payment: [
    'quick_pay_business_name',
    'quick_pay_phone',
    'payment_days',
    'payment_tolerance',
    'check_hold_days',
    'refund_approval_above',
  ],
  orders: [
    'minimum_sub_total',
    'discount_clerk_percent',
    'discount_manager_percent',
    'complete_automatically',
    'low_stock_below',
  ],
  members: [
    'approve_licenses',
    'license_for_orders',
    'review_posts',
    'sponsor_approval_above',
    'newsletter_per_minute',
    'upload_quota_account_mb',
    'upload_quota_shop_mb',
  ],
  months: [
    'settling_days',
    'minimum_payout',
    'payout_report_threshold',
    'large_order_percent',
    'large_leg_percent',
    'shared_address_accounts',
  ],
  security: ['reset_link_minutes', 'staff_second_factor'],
} as const satisfies Record<string, readonly SettingKey[]>
export type SettingGroup = keyof typeof settingGroups

export const settingKeys = Object.keys(registry) as SettingKey[]

export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(registry, key)

/** Maps keys of earlier releases to the current ones. */
export const formerSettingKeys: ReadonlyMap<string, SettingKey> = new Map(
  settingKeys.flatMap((key) => {
    const { formerly } = registry[key]
    return formerly === undefined ? [] : [[formerly, key] as const]
  }),
)

/** Typed as unknown, for callers with a key that is not known statically. */
export const anySetting = (key: SettingKey): Setting<unknown> => registry[key] as Setting<unknown>

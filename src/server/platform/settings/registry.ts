import type { LicenceRule } from '#domain/account/licence.ts'
import { cents } from '#domain/money.ts'
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

export type Setting<Value> = { name: string; kind: SettingKind<Value>; default: Value; meaning: string }

const setting = <Value>(name: string, kind: SettingKind<Value>, fallback: Value, meaning: string): Setting<Value> => ({
  name,
  kind,
  default: fallback,
  meaning,
})

/** Every setting of the shop that can be changed without a new release. */
export const registry = {
  shop_name: setting('Name', name, 'Salonfront', 'Name of the shop, on every page and in every email'),
  shop_email: setting('Email', emailOrNothing, '', 'Email that customers write to; gets an email with every order'),
  shop_phone: setting('Phone', text, '', 'Phone number that customers call'),
  postal_address: setting(
    'Postal address',
    lines,
    '',
    'Postal address of the shop; shown at the foot of newsletters, as the law requires',
  ),
  pickup_address: setting('Address of the counter', lines, '', 'Where orders are picked up'),
  pickup_state: setting(
    'State of the counter',
    stateOrNothing,
    '',
    'State of the counter, whose tax applies to pickups; empty: no tax',
  ),
  pickup_zip: setting(
    'ZIP of the counter',
    zipOrNothing,
    '',
    'ZIP of the counter; decides the tax of pickups where part of the state has its own rate',
  ),
  pickup_hours: setting('Hours of the counter', text, '', 'When orders can be picked up'),
  quick_pay_business_name: setting('Quick Pay goes to', text, '', 'Business name that Quick Pay goes to'),
  quick_pay_phone: setting('Phone number for Quick Pay', text, '', 'Phone number that Quick Pay goes to'),
  shop_zip: setting('ZIP that ships', zip, '07631', 'ZIP that orders are shipped from'),
  reset_link_minutes: setting(
    'Links to set a password',
    minutes,
    60,
    'How long a link to set a new password is valid, in minutes',
  ),
  approve_licences: setting<boolean>(
    'Licenses are approved first',
    onOff,
    false,
    'Whether new users stay pending until their license is approved',
  ),
  licence_for_orders: setting<LicenceRule>(
    'License to order',
    oneOf({
      none: 'Nobody needs one',
      not_expired: 'Accounts whose license has expired cannot order',
      approved: 'Only accounts with an approved license can order',
    }),
    'not_expired',
    'Which license it takes to order; where it must be approved, guests cannot',
  ),
  review_posts: setting<boolean>(
    'Posts are reviewed first',
    onOff,
    false,
    'Whether a post is public only after staff have approved it',
  ),
  settling_days: setting('Settling days', days, 5, 'Days after its end before a month can be closed'),
  payment_days: setting(
    'Banking days to pay',
    days,
    7,
    'Banking days to pay by Quick Pay or check before the order is canceled; 0: orders have no due date',
  ),
  minimum_payout: setting(
    'Smallest payout',
    dollars,
    cents(2500),
    'Smallest bonus that is paid out, in dollars; smaller ones carry over',
  ),
  large_order_percent: setting(
    'Large orders',
    percent,
    10,
    'Credited orders of at least this share of the CV of all sales of their month, in percent, are listed for review',
  ),
  large_leg_percent: setting(
    'Large legs',
    percent,
    50,
    'Legs that bring at least this share of all credited points of a month, in percent, are listed for review',
  ),
  shared_address_accounts: setting(
    'Accounts of one address',
    pieces,
    3,
    'Addresses with at least this many accounts are listed for review; 0: never',
  ),
  payout_report_threshold: setting(
    'Payouts to report',
    dollars,
    cents(200_000),
    'Payees with this total or more in a calendar year must be reported to the tax office, in dollars',
  ),
  payment_tolerance: setting(
    'Tolerance',
    dollars,
    cents(0),
    'An order counts as paid up to this open balance, in dollars',
  ),
  check_hold_days: setting('Check hold days', days, 5, 'Days after receipt before a check counts as cleared'),
  complete_automatically: setting<boolean>(
    'Complete orders automatically',
    onOff,
    false,
    'Whether an order is completed automatically once its payment has cleared and its goods are handed over',
  ),
  staff_second_factor: setting<boolean>(
    'Two-step sign-in for everybody',
    onOff,
    false,
    'Whether clerks and managers need two-step sign-in, as owners do',
  ),
  refund_approval_above: setting(
    'Refunds that need approval',
    dollars,
    cents(50_000),
    'Refunds of an order, and payouts sent by hand in a month, that come to more than this, in dollars, need a second person’s approval where two people may approve',
  ),
  sponsor_approval_above: setting(
    'Sponsor changes that need approval',
    pieces,
    10,
    'Changes of sponsor that move more members than this below the member need a second person’s approval where two people may approve',
  ),
  discount_clerk_percent: setting(
    'Discounts by clerks',
    percent,
    10,
    'Largest discount that clerks give on an order, in percent; above it a manager or owner enters their password',
  ),
  discount_manager_percent: setting(
    'Discounts by managers',
    percent,
    50,
    'Largest discount that managers give on an order, in percent; owners give any',
  ),
  minimum_sub_total: setting('Smallest order', dollars, cents(0), 'Smallest sub-total that can be ordered, in dollars'),
  show_setup_list: setting<boolean>(
    'Setup list',
    onOff,
    true,
    'Whether Today lists for owners what is not set up yet; it also disappears once everything is done',
  ),
  low_stock_below: setting('Low stock', pieces, 5, 'Products with fewer pieces than this are listed as low on stock'),
  newsletter_per_minute: setting(
    'Newsletters per minute',
    pieces,
    300,
    'Most newsletters sent per minute, as the mail server allows; 0: no limit',
  ),
  upload_quota_account_mb: setting(
    'Uploads per account',
    megabytes,
    500,
    'How much one account may store in pictures and attachments, in MB',
  ),
  upload_quota_shop_mb: setting(
    'Uploads of all accounts',
    megabytes,
    20_000,
    'How much all accounts together may store in pictures and attachments, in MB',
  ),
} as const

export type SettingKey = keyof typeof registry
export type SettingValue<Key extends SettingKey> = (typeof registry)[Key]['default']

/** Groups of settings, in the order of the page that shows them. */
export const settingGroups = {
  shop: ['shop_name', 'shop_email', 'shop_phone', 'postal_address', 'show_setup_list'],
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
    'approve_licences',
    'licence_for_orders',
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

/** Typed as unknown, for callers with a key that is not known statically; others keep the exact type. */
export const anySetting = (key: SettingKey): Setting<unknown> => registry[key] as Setting<unknown>

import type pg from 'pg'
import { encodePaymentReference } from '#domain/orders/payment-reference.ts'

/** The requests measured under one name: one path, or several in sequence. */
export type MeasuredCall = { label: string; paths: string[] }
type Get = (path: string) => Promise<unknown>

const DEEP_PAGE = 40
const toQuery = (params: Record<string, string>): string => new URLSearchParams(params).toString()

/** Every list: the first page, and a page many pages in. */
export async function listCalls(get: Get): Promise<MeasuredCall[]> {
  const dayAgo = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
  const filters: Record<string, string>[] = [
    {},
    ...['processing', 'completed', 'canceled'].map((status) => ({ status })),
    ...['unpaid', 'partly_paid', 'paid', 'overpaid', 'refunded', 'partly_refunded'].map((payment) => ({ payment })),
    ...['unfulfilled', 'packed', 'ready_for_pickup', 'shipped', 'delivered', 'picked_up', 'partly_shipped'].map(
      (fulfillment) => ({ fulfillment }),
    ),
    { type: 'P' },
    ...['quickpay', 'check', 'card', 'cash', 'other'].map((method) => ({ method })),
    ...['CA', 'NJ', 'WY'].map((state) => ({ state })),
    { from: dayAgo(400), to: dayAgo(398) },
    { from: dayAgo(900) },
    { total_from: '400', total_to: '401' },
    { total_from: '900' },
    ...['overdue', 'open'].map((due) => ({ due })),
    ...['claimed', 'to_pack', 'to_ship', 'to_hand_over', 'to_complete', 'overdue'].map((queue) => ({ queue })),
    { status: 'processing', payment: 'paid', fulfillment: 'unfulfilled', type: 'D' },
    { status: 'canceled', payment: 'refunded', state: 'NJ' },
    { type: 'P', method: 'check', total_from: '300' },
  ]
  const sorts: Record<string, string>[] = ['placed', 'total', 'due', 'name'].flatMap((sort) =>
    ['asc', 'desc'].map((direction) => ({ sort, direction })),
  )
  const narrowFilters: Record<string, string>[] = [
    { status: 'processing' },
    { payment: 'unpaid' },
    { state: 'WY' },
    { from: dayAgo(30) },
  ]
  const sortedFilters = narrowFilters.flatMap((filter) =>
    sorts.filter(({ sort }) => sort !== 'placed').map((sort) => ({ ...filter, ...sort })),
  )
  const orders = [...filters, ...sorts, ...sortedFilters].map((filter) => `/admin/orders.json?${toQuery(filter)}`)
  const audit = [
    '',
    'actor=clerk3',
    'action=setting',
    'action=payment.booked',
    `day=${dayAgo(500)}`,
    'subject=order:500000',
    'actor=nobody',
  ].map((search) => `/admin/audit.json?${search}`)
  const otherPaths = [
    '/admin/stock.json',
    '/admin/stock.json?only=low',
    '/admin/stock.json?search=argan',
    '/admin/bank-transactions.json',
    '/admin/bank-transactions.json?state=booked',
    '/admin/payments/overpaid.json',
    '/admin/payments/uncleared.json',
  ]
  const members = ['', 'only=license', 'only=pending', 'only=suspended', 'only=closed'].map(
    (search) => `/admin/members.json?${search}`,
  )
  const calls: MeasuredCall[] = []
  for (const path of [...orders, ...audit, ...otherPaths, ...members, ...reportPaths()]) {
    calls.push({ label: path, paths: [path] })
    const deepPath = await findDeepPage(get, path)
    if (deepPath !== undefined) calls.push({ label: `${path}, ${DEEP_PAGE} pages in`, paths: [deepPath] })
  }
  return calls
}

/** Every report for one year and for three, and the rows of a month that has most of each kind, or hardly any. */
function reportPaths(): string[] {
  const monthAgo = (monthsAgo: number) => {
    const now = new Date()
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsAgo, 15)).toISOString().slice(0, 7)
  }
  const reports = ['sales', 'tax', 'payments', 'volume', 'plan'].flatMap((report) =>
    [11, 35].map(
      (monthsAgo) => `/admin/reports.json?${toQuery({ report, from: monthAgo(monthsAgo), to: monthAgo(0) })}`,
    ),
  )
  const lists: Record<string, string>[] = [
    { list: 'sales' },
    { list: 'sales', row_kind: 'credit_note' },
    { list: 'tax' },
    { list: 'tax', state: 'NJ', rate: '6.625', row_kind: 'order' },
    { list: 'tax', state: 'WY', rate: '4' },
    { list: 'payments' },
    { list: 'payments', method: 'cash' },
    { list: 'payments', row_kind: 'refunded' },
    { list: 'volume' },
    { list: 'volume', row_kind: 'returned' },
    ...['customer', 'personal', 'no_member'].map((kind) => ({ list: 'volume', kind })),
    { list: 'cards' },
  ]
  const rows = lists.flatMap((filter) =>
    [20, 2].map(
      (monthsAgo) => `/admin/reports/rows.json?${toQuery({ ...filter, from: monthAgo(monthsAgo), to: monthAgo(2) })}`,
    ),
  )
  return [...reports, ...rows]
}

/** The page that many pages in, or the last one; undefined if there is only one page. */
async function findDeepPage(get: Get, path: string): Promise<string | undefined> {
  const parameter = /\/(audit|bank-transactions)\.json/.test(path) ? 'before' : 'after'
  let deepPath: string | undefined
  for (let page = 0; page < DEEP_PAGE; page++) {
    const { next } = (await get(deepPath ?? path)) as { next?: string | number | null }
    if (next === undefined || next === null) return deepPath
    deepPath = `${path}${path.includes('?') ? '&' : '?'}${toQuery({ [parameter]: String(next) })}`
  }
  return deepPath
}

const SAMPLE = 300

/** Every kind of search term, each from a different order every time. */
export async function searchCalls(pool: pg.Pool): Promise<MeasuredCall[]> {
  const { rows } = await pool.query<Record<string, string> & { id: number }>(
    `select orders.id, orders.first_name, orders.last_name, email, orders.phone_number as phone, city, tracking_number as tracking,
         product.name as product, sku
       from orders tablesample system (2)
       join order_addresses on order_addresses.order_id = orders.id
       join order_lines line on line.order_id = orders.id and position = 0
       join products product on product.id = product_id
       join shipments on shipments.order_id = orders.id
      where tracking_number <> '' order by random() limit ${SAMPLE}`,
  )
  const kinds: Record<string, (row: (typeof rows)[number]) => string> = {
    number: ({ id }) => String(id),
    'payment reference': ({ id }) => encodePaymentReference(id),
    name: ({ last_name = '' }) => last_name,
    'full name': ({ first_name, last_name }) => `${first_name} ${last_name}`,
    email: ({ email = '' }) => email,
    'part of an email': ({ email = '' }) => email.slice(0, 8),
    phone: ({ phone = '' }) => phone,
    'seven digits of a phone': ({ phone = '' }) => phone.slice(-8),
    SKU: ({ sku = '' }) => sku,
    'product, common': ({ product = '' }) => product.split(' ')[0] ?? '',
    'product of two words': ({ product = '' }) => product,
    tracking: ({ tracking = '' }) => tracking,
    'two words: name and city': ({ last_name, city }) => `${last_name} ${city}`,
    'two words: name and product': ({ last_name, product }) => `${last_name} ${product?.split(' ')[1]}`,
    'three letters': ({ last_name = '' }) => last_name.slice(0, 3),
    'two letters': ({ last_name = '' }) => last_name.slice(0, 2),
    'a word in every row': () => 'example',
    'a word in no row': ({ last_name = '' }) => `${last_name}qqq`,
  }
  return Object.entries(kinds).map(([label, toTerm]) => ({
    label: `search: ${label}`,
    paths: rows.map((row) => `/admin/orders.json?${toQuery({ search: toTerm(row) })}`),
  }))
}

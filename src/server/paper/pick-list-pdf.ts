import { orderDay } from '#contract/order-words.ts'
import { openLines } from '#domain/fulfillment/state.ts'
import { RIGHT, type Sheet, writeLetterhead, writeSheets } from '#server/platform/pdf/sheet.ts'
import { type Table, writeTable } from '#server/platform/pdf/table.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { writeGoodsTable } from './goods-table.ts'
import { latest } from './packing-slip-pdf.ts'
import type { PaperOrder, ShelfProduct } from './paper.queries.ts'
import { shippableLines } from './parcel.ts'

export type PickRow = ShelfProduct & { orders: { id: number; quantity: number }[] }

const formatCount = (count: number): string => count.toLocaleString('en-US')

/** What is to be fetched for orders, and a look at the orders themselves. */
export function writePickList(
  orders: readonly PaperOrder[],
  settings: Pick<Settings, 'get'>,
  { now, compress = true }: { now: Date; compress?: boolean },
): Promise<Buffer> {
  const rows = pickRows(orders)
  const createdAt = latest(orders.map((order) => order.created_at))
  return writeSheets({ title: 'Pick list', author: settings.get('shop_name'), createdAt, compress }, async (sheet) => {
    writeLetterhead(sheet, settings, {
      title: 'Pick list',
      facts: [
        ['Date', orderDay.format(now)],
        ['Orders', String(orders.length)],
        ['Products', String(rows.length)],
        ['Pieces', formatCount(rows.reduce((sum, { quantity }) => sum + quantity, 0))],
      ],
    })
    writeGoodsTable(sheet, {
      ticks: true,
      figures: [{ head: 'Quantity', end: RIGHT }],
      rows: rows.map((row) => ({
        sku: row.sku,
        name: row.name,
        figures: [formatCount(row.quantity)],
        below: [row.orders.map(({ id, quantity }) => `${id}\u00a0×\u00a0${quantity}`).join(', ')],
      })),
    })
    await writeOrders(sheet, orders)
  })
}

/** Sums by product over what is not packed yet, packages as what is in them, by SKU and name. */
export function pickRows(orders: readonly PaperOrder[]): PickRow[] {
  const rows = new Map<string, PickRow>()
  for (const order of orders) {
    for (const { sku, name, quantity } of toFetch(order)) {
      const row = rows.get(`${sku}\0${name}`) ?? { sku, name, quantity: 0, orders: [] }
      rows.set(`${sku}\0${name}`, row)
      row.quantity += quantity
      const own = row.orders.find(({ id }) => id === order.id)
      if (own) own.quantity += quantity
      else row.orders.push({ id: order.id, quantity })
    }
  }
  return [...rows.values()].sort(byShelf)
}

function toFetch(order: PaperOrder): ShelfProduct[] {
  if (order.status === 'canceled') return []
  return openLines(shippableLines(order), order.shipments).flatMap(({ position, quantity }) => {
    const line = order.lines.find((one) => one.position === position)
    if (!line) return []
    const parts = line.contents.length > 0 ? line.contents : [{ sku: line.sku, name: line.name, quantity: 1 }]
    return parts.map((part) => ({ ...part, quantity: part.quantity * quantity }))
  })
}

/** What has no SKU comes last. */
function byShelf(a: PickRow, b: PickRow): number {
  if ((a.sku === '') !== (b.sku === '')) return a.sku === '' ? 1 : -1
  return a.sku.localeCompare(b.sku, 'en', { numeric: true }) || a.name.localeCompare(b.name, 'en', { numeric: true })
}

async function writeOrders(sheet: Sheet, orders: readonly PaperOrder[]): Promise<void> {
  sheet.y += 26
  const table: Table = {
    title: 'For these orders',
    columns: [
      { head: 'Order', at: 54, width: 60 },
      { head: 'For', at: 124, width: 130 },
      { head: 'How', at: 264, width: 110 },
      { head: 'What they wrote', at: 384, width: 120 },
      { head: 'Pieces', at: RIGHT, figures: true },
    ],
    rows: orders.map((order) => [
      String(order.id),
      `${order.first_name} ${order.last_name}`,
      order.type === 'P' ? 'Pickup' : order.shipping_description,
      order.comments,
      remark(order),
    ]),
  }
  await writeTable(sheet, table)
}

function remark(order: PaperOrder): string {
  if (order.status === 'canceled') return 'canceled'
  const pieces = toFetch(order).reduce((sum, { quantity }) => sum + quantity, 0)
  return pieces === 0 ? 'packed' : String(pieces)
}

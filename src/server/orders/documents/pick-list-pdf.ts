import { dayFormat } from '#contract/orders/labels.ts'
import { type DocumentSettings, RIGHT, type Sheet, writeLetterhead, writeSheets } from '#server/platform/pdf/sheet.ts'
import { type Table, writeTable } from '#server/platform/pdf/table.ts'
import { buildPickRows, listUnpackedGoods } from './build-pick-rows.ts'
import type { DocumentOrder } from './document.queries.ts'
import { writeGoodsTable } from './goods-table.ts'
import { findLatest } from './packing-slip-pdf.ts'

const formatCount = (count: number): string => count.toLocaleString('en-US')

/** Writes the goods to fetch for orders, followed by an overview of the orders. */
export function writePickList(
  orders: readonly DocumentOrder[],
  settings: DocumentSettings,
  { now, compress = true }: { now: Date; compress?: boolean },
): Promise<Buffer> {
  const rows = buildPickRows(orders)
  const createdAt = findLatest(orders.map((order) => order.created_at))
  return writeSheets(
    { title: 'Pick list', author: settings.get('shop_name'), createdAt, compress, brand: settings.brand() },
    async (sheet) => {
      writeLetterhead(sheet, settings, {
        title: 'Pick list',
        facts: [
          ['Date', dayFormat.format(now)],
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
          below: [
            ...(row.shelf === '' ? [] : [`Shelf ${row.shelf}`]),
            row.orders.map(({ id, quantity }) => `${id}\u00a0×\u00a0${quantity}`).join(', '),
          ],
        })),
      })
      await writeOrders(sheet, orders)
    },
  )
}

async function writeOrders(sheet: Sheet, orders: readonly DocumentOrder[]): Promise<void> {
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
      describePieces(order),
    ]),
  }
  await writeTable(sheet, table)
}

function describePieces(order: DocumentOrder): string {
  if (order.status === 'canceled') return 'canceled'
  const pieces = listUnpackedGoods(order).reduce((sum, { quantity }) => sum + quantity, 0)
  return pieces === 0 ? 'packed' : String(pieces)
}

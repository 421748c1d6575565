import { dayFormat, pickupLines } from '#contract/orders/labels.ts'
import { addressLines } from '#domain/addresses/address.ts'
import { carrierName } from '#domain/fulfillment/carriers.ts'
import type { ShipmentLine } from '#domain/fulfillment/state.ts'
import {
  addPage,
  BOTTOM,
  type DocumentSettings,
  LEFT,
  LINE,
  note,
  RIGHT,
  SECOND_COLUMN,
  type Sheet,
  text,
  writeColumn,
  writeDocuments,
  writeLetterhead,
} from '#server/platform/pdf/sheet.ts'
import type { DocumentOrder } from './document.queries.ts'
import { type GoodsRow, writeGoodsTable } from './goods-table.ts'
import type { Parcel } from './parcel.ts'

const FIRST_FIGURE_END = 470
/** Height of the second table's title and its first row. */
const TITLE_HEIGHT = 70

/** Writes the contents of each parcel without prices: it may be a gift, opened by someone who did not pay for it. */
export function writePackingSlips(
  parcels: readonly Parcel[],
  settings: DocumentSettings,
  { compress = true } = {},
): Promise<Buffer> {
  const [first] = parcels
  const author = settings.get('shop_name')
  const title = parcels.length === 1 && first ? formatTitle(first) : 'Packing slips'
  return writeDocuments(
    {
      title,
      author,
      createdAt: findLatest(parcels.map(({ order }) => order.created_at)),
      compress,
      brand: settings.brand(),
    },
    parcels,
    { name: formatTitle, fill: (sheet, parcel) => writeSlip(sheet, parcel, settings) },
  )
}

const formatTitle = ({ order, number }: Parcel): string =>
  number === undefined ? `Packing slip ${order.id}` : `Packing slip ${order.id}, shipment ${number}`

export const findLatest = (instants: readonly Date[]): Date =>
  new Date(Math.max(0, ...instants.map((instant) => instant.getTime())))

function writeSlip(sheet: Sheet, parcel: Parcel, settings: DocumentSettings): void {
  const { order, number, shipment } = parcel
  const { pen } = sheet
  writeLetterhead(sheet, settings, {
    title: 'Packing slip',
    facts: [
      ['Order', String(order.id)],
      ['Date', dayFormat.format(order.created_at)],
      ...(number === undefined ? [] : [['Shipment', String(number)] as const]),
      ...(shipment.carrier ? [['Carrier', carrierName(shipment.carrier)] as const] : []),
      ...(shipment.tracking_number ? [['Tracking', shipment.tracking_number] as const] : []),
    ],
  })
  writeParties(sheet, order, settings)
  writeGoodsTable(sheet, {
    figures: [
      { head: 'Ordered', end: FIRST_FIGURE_END },
      { head: 'In this shipment', end: RIGHT },
    ],
    rows: parcel.lines.map((line) => toGoodsRow(order, line, 'with what was ordered')),
  })
  sheet.y += 20
  if (parcel.remaining.length > 0) {
    if (sheet.y + TITLE_HEIGHT > BOTTOM) addPage(sheet)
    pen.write('Still to come', LEFT, sheet.y, { size: 11.5, bold: true })
    sheet.y += 20
    writeGoodsTable(sheet, {
      figures: [{ head: 'Quantity', end: RIGHT }],
      rows: parcel.remaining.map((line) => toGoodsRow(order, line, 'alone')),
    })
    sheet.y += 20
  }
  writeRemark(sheet, settings)
}

function writeParties(sheet: Sheet, order: DocumentOrder, settings: DocumentSettings): void {
  const { pen, y } = sheet
  const buyer = [`${order.first_name} ${order.last_name}`, order.phone_number]
  const destination =
    order.type === 'D' && order.address
      ? { title: 'Deliver to', lines: [...addressLines(order.address), order.shipping_description] }
      : { title: 'Pickup', lines: pickupLines(settings.get('pickup_address'), settings.get('pickup_hours')) }
  pen.write(destination.title, LEFT, y, note)
  pen.write('Ordered by', SECOND_COLUMN, y, note)
  const leftY = writeColumn(sheet, LEFT, y + LINE, destination.lines, text)
  const rightY = writeColumn(sheet, SECOND_COLUMN, y + LINE, buyer, text)
  sheet.y = Math.max(leftY, rightY) + 22
}

function toGoodsRow(
  order: DocumentOrder,
  { position, quantity }: ShipmentLine,
  figures: 'with what was ordered' | 'alone',
) {
  const line = order.lines.find((candidate) => candidate.position === position)
  const row: GoodsRow = {
    sku: line?.sku ?? '',
    name: line?.name ?? '',
    figures: figures === 'alone' ? [String(quantity)] : [String(line?.quantity ?? ''), String(quantity)],
    below: (line?.contents ?? []).map((part) => `${part.quantity * quantity} × ${part.name}`),
  }
  return row
}

function writeRemark(sheet: Sheet, settings: DocumentSettings): void {
  const contact = [settings.get('shop_phone'), settings.get('shop_email')].filter(Boolean).join(' or ')
  if (contact === '') return
  if (sheet.y + LINE > BOTTOM) addPage(sheet)
  sheet.pen.write(`Missing or damaged items? Please contact us: ${contact}`, LEFT, sheet.y, note)
  sheet.y += LINE
}

import { type RawBuilder, sql } from 'kysely'
import type { Address } from '#domain/addresses/address.ts'
import type { Carrier } from '#domain/fulfillment/carriers.ts'
import type { ShipmentLine, ShipmentStep } from '#domain/fulfillment/state.ts'
import type { OrderStatus } from '#domain/orders/status.ts'
import type { OrderVersionFacts } from '#server/orders/order-version.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { orderVersionFacts } from '#server/platform/database/order-version-facts.ts'

/** A product with its location in the warehouse. */
export type ShelfProduct = {
  /** Null if it is no longer in the catalog. */
  product_id: number | null
  sku: string
  barcode: string | null
  /** Names of other products with the same barcode. */
  same_barcode: string[]
  name: string
  shelf: string
  image_file: string | null
  quantity: number
}

export type DocumentOrder = {
  id: number
  type: 'D' | 'P'
  status: OrderStatus
  created_at: Date
  first_name: string
  last_name: string
  phone_number: string
  shipping_description: string
  comments: string
  address: Address | null
  /**
   * Ordered by position. `contents` lists what one unit of a package contains; `shippable` excludes goods returned
   * before shipping.
   */
  lines: (ShelfProduct & { position: number; shippable: number; contents: ShelfProduct[] })[]
  /** In order of creation, without unpacked ones. */
  shipments: DocumentShipment[]
  version_facts: OrderVersionFacts
}
export type DocumentShipment = {
  id: number
  state: ShipmentStep
  /** JSON represents timestamps as text. */
  packed_at: string
  packed_by: string
  carrier: Carrier | null
  tracking_number: string
  lines: ShipmentLine[]
}

/** Selects the spellings of a barcode as in `listBarcodeSpellings`, one per row, so that the index finds each. */
const selectSpellings = (product: RawBuilder<unknown>) => sql`
  select ${product}.barcode as spelling
  union select lpad(ltrim(${product}.barcode, '0'), size, '0') from generate_series(8, 14) size
   where ${product}.barcode ~ '^[0-9]{8,14}$' and size >= length(ltrim(${product}.barcode, '0'))`

/** Fields that locate and identify a product; empty for a deleted product. */
const productFields = (product: RawBuilder<unknown>) => sql`
  'product_id', ${product}.id, 'sku', coalesce(${product}.sku, ''), 'barcode', ${product}.barcode,
  'same_barcode', (select coalesce(json_agg(other.name order by other.id), '[]')
    from (${selectSpellings(product)}) same join products other on other.barcode = same.spelling where other.id <> ${product}.id),
  'shelf', coalesce(${product}.shelf, ''), 'image_file', (select file from product_images
    where product_id = ${product}.id and file is not null order by position limit 1)`

/** Finds orders with the data of their documents, sorted by number; unknown numbers are left out. */
export async function findDocumentOrders(db: Database, ids: readonly number[]): Promise<DocumentOrder[]> {
  const { rows } = await sql<DocumentOrder>`
    select id, type, status, created_at, first_name, last_name, phone_number, shipping_description, comments,
      (select to_json(address) from order_addresses address where address.order_id = orders.id) as address,
      (select json_agg(json_build_object('position', line.position, 'name', line.name, 'quantity', line.quantity,
          ${productFields(sql`product`)}, 'shippable', shippable, 'contents', (
            select coalesce(json_agg(json_build_object('name', part.name, 'quantity', inside.quantity, ${productFields(sql`part`)})
              order by inside.position), '[]')
              from package_contents inside join products part on part.id = inside.product_id
             where inside.package_id = line.product_id)) order by line.position)
         from order_lines line
         join shippable_order_lines(orders.id) on line_position = line.position
         left join products product on product.id = line.product_id
        where line.order_id = orders.id) as lines,
      (select coalesce(json_agg(json_build_object('id', shipment.id, 'state', shipment.state,
          'packed_at', shipment.packed_at, 'packed_by', shipment.packed_by, 'carrier', shipment.carrier, 'tracking_number', shipment.tracking_number, 'lines', (
            select json_agg(json_build_object('position', packed.position, 'quantity', packed.quantity)
              order by packed.position)
              from shipment_lines packed where packed.shipment_id = shipment.id)) order by shipment.id), '[]')
         from shipments shipment where shipment.order_id = orders.id and shipment.state <> 'voided') as shipments,
      ${orderVersionFacts} as version_facts
      from orders where id = any(${ids}::int[]) order by id`.execute(db)
  return rows
}

/** Finds the orders of shipments; unpacked shipments have no documents. */
export async function findOrdersOfShipments(
  db: Database,
  shipmentIds: readonly number[],
): Promise<{ id: number; order_id: number }[]> {
  const { rows } = await sql<{ id: number; order_id: number }>`
    select id, order_id from shipments where id = any(${shipmentIds}::int[]) and state <> 'voided'`.execute(db)
  return rows
}

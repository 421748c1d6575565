import { adjustStock, type StockAdjustment, type StockRefusal } from '#server/catalog/adjust-stock.ts'
import { findStockedProducts, listDueCounts, listLowStock, stockHistory } from '#server/catalog/list-stock.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { openSettings } from '#server/platform/settings/settings.ts'
import { type CommandContext, UserError } from './command.ts'

export type StockOptions = { product: string; quantity: string; reason: string; kind: StockAdjustment['kind'] }

export async function adjustStockCommand(
  context: CommandContext,
  { product: given, quantity, reason, kind }: StockOptions,
): Promise<number> {
  if (!/^[+-]?\d{1,10}$/.test(quantity)) throw new UserError(`“${quantity}” is not a valid quantity; write it as 12.`)
  const product = await findOne(context, given)
  const adjustment = { productId: product.id, kind, quantity: Number(quantity), reason }
  const adjusted = await inTransaction(context.connection.db, (trx) => adjustStock(trx, context.actor, adjustment))
  if (!adjusted.ok) throw new UserError(sentence(product.name, adjusted.refusal))
  const { before, onHand } = adjusted
  const former = before === null ? 'it was not counted' : `before ${before}`
  context.say(`${product.name}: ${onHand} on hand, ${former}.`)
  return 0
}

/** `when<TAB>kind<TAB>pieces<TAB>on hand<TAB>order<TAB>by<TAB>reason`, oldest first. */
export async function showStockHistoryCommand(context: CommandContext, given: string): Promise<number> {
  const product = await findOne(context, given)
  for (const movement of await stockHistory(context.connection.db, product.id)) {
    const { made_at, kind, quantity, on_hand, order_id, made_by, reason } = movement
    const signed = quantity > 0 ? `+${quantity}` : String(quantity)
    const order = order_id === null ? '' : `order ${order_id}`
    context.say([made_at.toISOString(), kind, signed, on_hand, order, made_by, reason ?? ''].join('\t'))
  }
  context.say(`${product.name}: ${product.available === null ? 'not counted' : `${product.available} can be sold`}.`)
  return 0
}

/** `pieces<TAB>id<TAB>SKU<TAB>name`, scarcest first. */
export async function listLowStockCommand(context: CommandContext): Promise<number> {
  const settings = await openSettings(context.connection.db, context.env)
  for (const { available, id, sku, name } of await listLowStock(context.connection.db, settings.get('low_stock_below')))
    context.say([available, id, sku, name].join('\t'))
  return 0
}

/** `package<TAB>pieces of it written off<TAB>id<TAB>component to count<TAB>its stock`. */
export async function listDueCountsCommand(context: CommandContext): Promise<number> {
  for (const due of await listDueCounts(context.connection.db)) {
    const stock = due.stock === null ? 'not counted' : due.stock
    context.say([due.package_name, due.written_off, due.product_id, due.product_name, stock].join('\t'))
  }
  return 0
}

async function findOne({ connection }: CommandContext, given: string) {
  const [product, ...others] = await findStockedProducts(connection.db, given)
  if (!product) throw new UserError(`There is no product with the ID, handle or SKU “${given}”.`)
  if (others.length > 0) {
    const ids = [product, ...others].map(({ id, name }) => `${id} (${name})`).join(', ')
    throw new UserError(`“${given}” matches the products ${ids}; use an ID or handle.`)
  }
  return product
}

function sentence(name: string, refusal: StockRefusal): string {
  switch (refusal.code) {
    case 'product_not_found':
      return `${name} no longer exists.`
    case 'package_with_contents':
      return `${name} is a package without its own stock. Count its components.`
    case 'not_counted':
      return `${name} is not tracked yet. Count it first: stock count.`
    case 'not_enough':
      return `${name}: only ${refusal.onHand} on hand.`
    case 'quantity_out_of_range':
      return 'Invalid quantity. Only “stock correct” accepts a negative number, and only “stock count” accepts zero.'
    case 'stale':
      return `${name}: stock was changed in the meantime.`
    case 'reason_required':
      return 'Give a reason with --reason.'
  }
}

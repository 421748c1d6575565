import { type LaterStatus, laterStatuses } from '#domain/orders/status.ts'
import { type ChangeOrderRefusal, changeOrder } from '#server/orders/change-order.ts'
import { findByMemoCode } from '#server/orders/read-order.ts'
import { type CommandContext, UserError } from './command.ts'
import { inShopTransaction } from './with-jobs.ts'

export type OrderOptions = { paid?: true; status?: LaterStatus; reason?: string }

/** Makes all requested changes, or none. */
export async function setOrderCommand(
  context: CommandContext,
  input: string,
  { paid, status, reason }: OrderOptions,
): Promise<number> {
  const changes = [...(paid ? (['paid'] as const) : []), ...(status ? [status] : [])]
  if (changes.length === 0)
    throw new UserError(`Name a change: --paid, --status ${laterStatuses.join(' or --status ')}.`)

  const id = await readOrder(context, input)
  const changed = await inShopTransaction(context, async (trx, shop) => {
    for (const change of changes) {
      const result = await changeOrder(trx, { id, change, actor: context.actor, clearing: 'now', reason }, shop)
      if (!result.ok) return result
    }
    return { ok: true }
  })
  if (!changed.ok) throw new UserError(orderErrorMessage(id, changed.refusal))
  context.print(`Order ${id} is now ${changes.join(' and ')}.`)
  return 0
}

/** Returns the order for a typed number or payment reference. */
async function readOrder({ connection }: CommandContext, input: string): Promise<number> {
  if (/^\d{1,9}$/.test(input)) return Number(input)
  const [id, ...others] = await findByMemoCode(connection.db, input)
  if (id === undefined) throw new UserError(`${input} is neither an order number nor a payment reference.`)
  if (others.length > 0) {
    throw new UserError(
      `${input} is the payment reference of orders ${[id, ...others].join(', ')}; use the order number.`,
    )
  }
  return id
}

function orderErrorMessage(id: number, refusal: ChangeOrderRefusal): string {
  switch (refusal.code) {
    case 'not_found':
      return `There is no order ${id}.`
    case 'already_paid':
      return `Order ${id} is already paid.`
    case 'stale':
      return `Order ${id} was changed at the same time.`
    case 'all_credited':
      return `Order ${id} is credited in full; there is nothing left to complete.`
    case 'not_paid':
      return `Order ${id} is not paid. If the payment has arrived, add --paid.`
    case 'not_cleared':
      return `The check for order ${id} has not cleared yet.`
    case 'not_possible':
      return `Order ${id} is ${refusal.from}, so this is no longer possible.`
  }
}

import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import type * as z from 'zod/mini'
import { editOrderCall, placeStaffOrderCall } from '#contract/admin-staff-order.ts'
import { formatCents } from '#domain/money.ts'
import { refuse } from '#domain/result.ts'
import { differenceOf, editOrder, refuseEditedDiscount } from '#server/checkout/edit-order.ts'
import { placeStaffOrder } from '#server/checkout/place-staff-order.ts'
import { planEdit } from '#server/checkout/plan-edit.ts'
import { readEdit, readStaffOrder } from '#server/checkout/read-staff-order.ts'
import { editProblem, staffOrderProblem } from '#server/checkout/staff-order.errors.ts'
import { staffPricing } from '#server/checkout/staff-pricing.ts'
import { findPresentedOrder } from '#server/order/read-order.ts'
import { type CommandContext, UserError } from './command.ts'
import { inPayments } from './payment-context.ts'

/**
 * Adds the commands to place and edit staff orders. A JSON file contains the fields of the calls (docs/back-office §3).
 */
export function addStaffOrderCommands(
  orders: Command,
  run: (work: (context: CommandContext) => Promise<number>) => Promise<void>,
): void {
  orders
    .command('place <file>')
    .description('places an order by phone or at the counter; the file is JSON, with the fields of /admin/orders/place')
    .option('--key <text>', 'places the order only once per key, even if repeated')
    .action((file: string, options: { key?: string }) => run((context) => placeOrder(context, file, options)))
  orders
    .command('edit <file>')
    .description('changes an order that is not packed; the file is JSON, with the fields of /admin/orders/edit')
    .option('--preview', 'only shows the new total')
    .action((file: string, options: { preview?: true }) => run((context) => edit(context, file, options)))
}

async function placeOrder(context: CommandContext, file: string, { key }: { key?: string }): Promise<number> {
  const order = readStaffOrder(await readBody(context, file, placeStaffOrderCall.body), key)
  const placed = await inPayments(context, (trx, shop) =>
    placeStaffOrder(trx, context.actor, order, staffPricing(shop)),
  )
  if (!placed.ok) throw new UserError(staffOrderProblem(placed.refusal).message)
  const presented = await findPresentedOrder(context.connection.db, placed.orderId)
  if (!presented) throw new Error(`order ${placed.orderId} was placed but not found`)
  context.say(`Order ${placed.orderId} is placed: $${presented.order_total.toFixed(2)}.`)
  return 0
}

async function edit(context: CommandContext, file: string, { preview }: { preview?: true }): Promise<number> {
  const body = await readBody(context, file, editOrderCall.body)
  const given = { ...readEdit(body), reason: body.reason }
  const edited = await inPayments(context, async (trx, shop) => {
    if (!preview) return editOrder(trx, context.actor, given, staffPricing(shop))
    const planned = await planEdit(trx, given, staffPricing(shop))
    if (!planned.ok) return planned
    const overLimit = refuseEditedDiscount(context.actor, planned, staffPricing(shop).discounts)
    return overLimit ? refuse(overLimit) : { ok: true, version: undefined, ...differenceOf(planned) }
  })
  if (!edited.ok) throw new UserError(editProblem(edited.refusal).message)
  const { version, totalCents, differenceCents } = edited
  const total = `${formatCents(totalCents)}, a difference of ${formatCents(differenceCents)}`
  context.say(
    version === undefined
      ? `Order ${body.order_id} would total ${total}. Nothing was changed.`
      : `Order ${body.order_id} is now version ${version} and totals ${total}.`,
  )
  return 0
}

/** Reads the body of the call, validated by the call's schema. */
async function readBody<Body extends z.ZodMiniType>(
  { pathOf }: CommandContext,
  file: string,
  body: Body,
): Promise<z.output<Body>> {
  const parsed = body.safeParse(readJson(file, await readFile(pathOf(file), 'utf8')))
  if (parsed.success) return parsed.data
  throw new UserError(
    parsed.error.issues.map(({ path, message }) => `${file}, ${path.join('.')}: ${message}`).join('\n'),
  )
}

function readJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (fault) {
    throw new UserError(`${file} is not valid JSON: ${(fault as Error).message}`)
  }
}

import { type Command, Option } from 'commander'
import { type Carrier, carrierCodes, carrierName } from '#domain/fulfillment/carriers.ts'
import type { ShipmentLine } from '#domain/fulfillment/state.ts'
import type { Result } from '#domain/result.ts'
import type { Actor } from '#server/audit/actor.ts'
import { deliverOrder } from '#server/fulfillment/deliver-order.ts'
import type { FulfillmentRefusal } from '#server/fulfillment/fulfillment-refusal.ts'
import { packOrder } from '#server/fulfillment/pack-order.ts'
import { pickUpOrder } from '#server/fulfillment/pick-up-order.ts'
import { readyForPickup } from '#server/fulfillment/ready-for-pickup.ts'
import { shipOrder } from '#server/fulfillment/ship-order.ts'
import { voidShipment } from '#server/fulfillment/void-shipment.ts'
import { findPresentedOrder } from '#server/order/read-order.ts'
import type { PaymentServices } from '#server/payment/record-change.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { type CommandContext, UserError } from './command.ts'
import { readOrder } from './orders.ts'
import { inPayments } from './payment-context.ts'
import { readLines } from './read-lines.ts'

type StepOptions = { lines?: string; shipment?: string; uncleared?: boolean }
type Run = (work: (context: CommandContext) => Promise<number>) => Promise<void>

/** Adds the commands for an order's goods, from packing to handover (docs/back-office §3, Fulfillment). */
export function addFulfillmentCommands(orders: Command, run: Run): void {
  const lines = ['--lines <list>', 'lines and quantities, such as 1=2,3=1 (default: all open)'] as const
  const uncleared = ['--uncleared', 'even if the check for it may still bounce'] as const
  const shipment = ['--shipment <number>', 'a shipment that is already packed'] as const
  orders
    .command('pack <number-or-memo-code>')
    .description('packs all or part of the open lines into one shipment')
    .option(...lines)
    .option(...uncleared)
    .action((id: string, options: StepOptions) =>
      run((context) =>
        takeStep(context, id, options, async (trx, step) => {
          const packed = await packOrder(trx, step.actor, {
            orderId: step.orderId,
            lines: step.lines,
            checkHoldDays: step.checkHoldDays,
          })
          return packed.ok
            ? { ok: true, sentence: `Shipment ${packed.shipmentId} is packed.`, isPaid: packed.isPaid }
            : packed
        }),
      ),
    )
  orders
    .command('ship <number-or-memo-code>')
    .description('ships a shipment, packing it first if needed; the customer is emailed')
    .option(...lines)
    .option(...uncleared)
    .option(...shipment)
    .addOption(new Option('--carrier <carrier>', 'carrier (default: detected from the number)').choices(carrierCodes))
    .option('--tracking <number>', "the carrier's tracking number")
    .action((id: string, options: StepOptions & { carrier?: Carrier; tracking?: string }) =>
      run((context) =>
        takeStep(context, id, options, async (trx, { actor, ...step }, shop) => {
          const given = { ...step, carrier: options.carrier, trackingNumber: options.tracking }
          const shipped = await shipOrder(trx, actor, given, shop)
          if (!shipped.ok) return shipped
          const sentence = `Shipment ${shipped.shipmentId} was shipped by ${carrierName(shipped.carrier)}.`
          return { ok: true, sentence, isPaid: shipped.isPaid }
        }),
      ),
    )
  orders
    .command('deliver <number-or-memo-code>')
    .description('marks a shipment as delivered')
    .option(...shipment)
    .action((id: string, options: StepOptions) =>
      run((context) =>
        takeStep(context, id, options, async (trx, { actor, ...step }, shop) => {
          const delivered = await deliverOrder(trx, actor, step, shop)
          return delivered.ok
            ? { ok: true, sentence: `${shipmentsNamed(delivered.shipmentIds)} delivered.` }
            : delivered
        }),
      ),
    )
  orders
    .command('ready <number-or-memo-code>')
    .description('marks goods as ready for pickup at the counter; the customer is emailed')
    .option(...lines)
    .option(...uncleared)
    .option(...shipment)
    .action((id: string, options: StepOptions) =>
      run((context) =>
        takeStep(context, id, options, async (trx, { actor, ...step }, shop) => {
          const ready = await readyForPickup(trx, actor, step, shop)
          if (!ready.ok) return ready
          return { ok: true, sentence: `${shipmentsNamed(ready.shipmentIds)} ready for pickup.`, isPaid: ready.isPaid }
        }),
      ),
    )
  orders
    .command('pick-up <number-or-memo-code>')
    .description('marks goods as picked up at the counter')
    .option(...lines)
    .option(...uncleared)
    .option(...shipment)
    .option('--by-name <name>', 'who picked them up (default: the buyer)')
    .action((id: string, options: StepOptions & { byName?: string }) =>
      run((context) =>
        takeStep(context, id, options, async (trx, { actor, ...step }, shop) => {
          const taken = await pickUpOrder(trx, actor, { ...step, name: options.byName }, shop)
          if (!taken.ok) return taken
          const sentence = `${shipmentsNamed(taken.shipmentIds)} picked up by ${taken.name}.`
          return { ok: true, sentence, isPaid: taken.isPaid }
        }),
      ),
    )
  orders
    .command('unpack <number-or-memo-code> <shipment>')
    .description('voids a shipment that has not left; its lines are open again')
    .requiredOption('--reason <text>', 'why')
    .action((id: string, shipment: string, options: StepOptions & { reason: string }) =>
      run((context) =>
        takeStep(context, id, { ...options, shipment }, async (trx, { actor, orderId, shipmentId = 0 }) => {
          const voided = await voidShipment(trx, actor, { orderId, shipmentId, reason: options.reason })
          return voided.ok ? { ok: true, sentence: `Shipment ${shipmentId} is unpacked.` } : voided
        }),
      ),
    )
}

type Step = {
  actor: Actor
  orderId: number
  lines: ShipmentLine[] | undefined
  shipmentId: number | undefined
  checkHoldDays: number | undefined
}
type StepResult = Result<{ sentence: string; isPaid?: boolean }, FulfillmentRefusal>

async function takeStep(
  context: CommandContext,
  given: string,
  options: StepOptions,
  take: (trx: Transaction, step: Step, shop: PaymentServices) => Promise<StepResult>,
): Promise<number> {
  const orderId = await readOrder(context, given)
  const step: Omit<Step, 'checkHoldDays'> = {
    actor: context.actor,
    orderId,
    lines: options.lines === undefined ? undefined : readLines(options.lines),
    shipmentId: options.shipment === undefined ? undefined : readNumber(options.shipment, 'shipment'),
  }
  if (step.lines && step.shipmentId !== undefined) throw new UserError('Use --lines or --shipment, not both.')
  const taken = await inPayments(context, (trx, shop) =>
    take(trx, { ...step, checkHoldDays: options.uncleared ? undefined : shop.settings.get('check_hold_days') }, shop),
  )
  if (!taken.ok) throw new UserError(refusalSentence(orderId, taken.refusal))
  context.say(taken.sentence)
  if (taken.isPaid === false) context.say(`Order ${orderId} is not paid yet.`)
  const order = await findPresentedOrder(context.connection.db, orderId)
  if (order) context.say(`Order ${orderId} is now ${order.fulfillment_state.replaceAll('_', ' ')}.`)
  if (order?.status === 'completed') context.say(`Order ${orderId} is completed.`)
  return 0
}

function readNumber(given: string, what: string): number {
  if (!/^\d{1,9}$/.test(given)) throw new UserError(`${given} is not the number of a ${what}.`)
  return Number(given)
}

const shipmentsNamed = (ids: readonly number[]): string =>
  ids.length === 1 ? `Shipment ${ids[0]} is` : `Shipments ${ids.join(', ')} are`

function refusalSentence(id: number, refusal: FulfillmentRefusal): string {
  switch (refusal.code) {
    case 'order_not_found':
      return `There is no order ${id}.`
    case 'canceled':
      return `Order ${id} is canceled, so it cannot be packed or handed over.`
    case 'steps_changed':
      return `Order ${id} was changed in the meantime.`
    case 'nothing_open':
      return `Order ${id} has nothing left for that step.`
    case 'line_not_found':
      return `Order ${id} has no line ${refusal.position + 1}.`
    case 'more_than_open':
      return `Only ${refusal.open} of line ${refusal.position + 1} of order ${id} can be packed.`
    case 'shipment_not_found':
      return `Order ${id} has no shipment ${refusal.shipmentId}.`
    case 'shipment_required':
      return `Choose one with --shipment: ${refusal.shipmentIds.join(', ')}.`
    case 'already_taken':
      return `Shipment ${refusal.shipmentId} is already ${refusal.state.replaceAll('_', ' ')}.`
    case 'too_early':
      return `Shipment ${refusal.shipmentId} is ${refusal.state.replaceAll('_', ' ')}. Ship it first.`
    case 'not_a_delivery':
      return `Order ${id} is a pickup; use “order ready” and “order pick-up”.`
    case 'not_a_pickup':
      return `Order ${id} is a delivery; use “order ship”.`
    case 'not_cleared':
      return `Order ${id} is paid, not cleared: the check clears on ${refusal.clearsOn}. Use --uncleared to continue anyway.`
    case 'tracking_number_invalid':
      return 'A tracking number can have up to 40 letters and digits.'
    case 'tracking_number_taken':
      return `Shipment ${refusal.shipmentId} already has that tracking number.`
    case 'reason_required':
      return 'Give a reason with --reason.'
  }
}

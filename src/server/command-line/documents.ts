import { writeFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { MAX_DOCUMENTS } from '#contract/limits.ts'
import type { Result } from '#domain/result.ts'
import { writePackingSlips } from '#server/paper/packing-slip-pdf.ts'
import { findOrders, findParcelsOfOrders, type UnknownPaper } from '#server/paper/parcel.ts'
import { writePickList } from '#server/paper/pick-list-pdf.ts'
import { writeShippingLabels } from '#server/paper/shipping-label-pdf.ts'
import { openSettings, type Settings } from '#server/platform/settings/settings.ts'
import { type CommandContext, UserError } from './command.ts'
import { readOrder } from './orders.ts'

type Options = { out: string }
type Run = (work: (context: CommandContext) => Promise<number>) => Promise<void>

/** Adds the commands that write order documents to files (docs/back-office §3, Fulfillment). */
export function addDocumentCommands(orders: Command, run: Run): void {
  const out = ['--out <file>', 'the PDF to write'] as const
  orders
    .command('slip <numbers-or-memo-codes...>')
    .description('writes packing slips: of packed shipments, otherwise of open lines, otherwise of shipped goods')
    .requiredOption(...out)
    .action((given: string[], options: Options) =>
      run((context) => writeParcelsCommand(context, given, options, writePackingSlips)),
    )
  orders
    .command('label <numbers-or-memo-codes...>')
    .description('writes four-by-six-inch labels, with the same selection')
    .requiredOption(...out)
    .action((given: string[], options: Options) =>
      run((context) => writeParcelsCommand(context, given, options, writeShippingLabels)),
    )
  orders
    .command('pick-list <numbers-or-memo-codes...>')
    .description('writes a pick list for orders that are not packed yet')
    .requiredOption(...out)
    .action((given: string[], options: Options) => run((context) => writePickListCommand(context, given, options)))
}

async function writeParcelsCommand(
  context: CommandContext,
  given: string[],
  { out }: Options,
  write: typeof writePackingSlips,
): Promise<number> {
  const { parcels } = known(await findParcelsOfOrders(context.connection.db, await readOrders(context, given)))
  await writeFile(context.pathOf(out), await write(parcels, await settingsOf(context)))
  context.say(`Wrote ${parcels.length === 1 ? 'one shipment' : `${parcels.length} shipments`} to ${out}.`)
  return 0
}

async function writePickListCommand(context: CommandContext, given: string[], { out }: Options): Promise<number> {
  const { orders } = known(await findOrders(context.connection.db, await readOrders(context, given)))
  await writeFile(context.pathOf(out), await writePickList(orders, await settingsOf(context), { now: new Date() }))
  context.say(`Wrote the pick list of ${orders.length === 1 ? 'one order' : `${orders.length} orders`} to ${out}.`)
  return 0
}

const settingsOf = ({ connection, env }: CommandContext): Promise<Settings> => openSettings(connection.db, env)

async function readOrders(context: CommandContext, given: string[]): Promise<number[]> {
  if (given.length > MAX_DOCUMENTS) throw new UserError(`At most ${MAX_DOCUMENTS} orders can be printed at once.`)
  const ids = new Set<number>()
  for (const one of given) ids.add(await readOrder(context, one))
  return [...ids]
}

function known<Found>(found: Result<Found, UnknownPaper>): Found {
  if (!found.ok) throw new UserError(`There is no order ${found.refusal.ids.join(', ')}.`)
  return found
}

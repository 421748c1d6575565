import { parseInstant } from '#domain/instant.ts'
import { parsePercent, type TaxRate } from '#domain/order/tax.ts'
import { listTaxRates, removeTaxRates, setTaxRate, type TaxRateRefusal } from '#server/checkout/set-tax-rate.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { openSettings } from '#server/platform/settings/settings.ts'
import { type CommandContext, UserError } from './command.ts'

export type TaxOptions = { goods?: true; shipping?: true; from?: string }

/** `state<TAB>percent<TAB>what it is on<TAB>from<TAB>past, current or coming`, one rate a line; then how pickups are taxed. */
export async function listTaxesCommand(context: CommandContext): Promise<number> {
  for (const rate of await listTaxRates(context.connection.db)) {
    context.say([rate.state, percentOf(rate), baseOf(rate), rate.fromDate, rate.phase].join('\t'))
  }
  const counter = (await openSettings(context.connection.db, context.env)).get('pickup_state')
  context.say(
    counter === ''
      ? 'Pickups are not taxed: the setting pickup_state is empty.'
      : `Pickups are taxed as ${counter} taxes goods (setting pickup_state).`,
  )
  return 0
}

export async function setTaxCommand(
  context: CommandContext,
  state: string,
  percent: string,
  options: TaxOptions,
): Promise<number> {
  const milliPercent = parsePercent(percent)
  if (milliPercent === undefined) {
    throw new UserError(`${percent} is no percentage from 0 to 100 with at most three decimals, as 8.875.`)
  }
  if (options.from !== undefined && !parseInstant(options.from)?.isDay) {
    throw new UserError(`${options.from} is no date; write it as 2026-12-01.`)
  }
  const rate = {
    state: readState(state),
    milliPercent,
    // Neither is said: on goods.
    onGoods: options.goods === true || options.shipping !== true,
    onShipping: options.shipping === true,
    fromDate: options.from,
  }
  const set = await inTransaction(context.connection.db, (trx) => setTaxRate(trx, rate))
  if (!set.ok) throw new UserError(sentence(rate.state, set.refusal))
  for (const { phase, fromDate, ...known } of set.rates) {
    if (phase !== 'past') context.say(`${known.state} taxes ${percentOf(known)} on ${baseOf(known)} from ${fromDate}.`)
  }
  return 0
}

export async function removeTaxCommand(context: CommandContext, given: string): Promise<number> {
  const state = readState(given)
  const removed = await inTransaction(context.connection.db, (trx) => removeTaxRates(trx, state))
  if (!removed.ok) throw new UserError(sentence(state, removed.refusal))
  context.say(`${state} is not taxed any more. Orders keep the tax they were placed with.`)
  return 0
}

const readState = (given: string): string => given.trim().toUpperCase()
const percentOf = ({ milliPercent }: Pick<TaxRate, 'milliPercent'>): string => `${milliPercent / 1000} %`

function baseOf({ onGoods, onShipping }: Pick<TaxRate, 'onGoods' | 'onShipping'>): string {
  if (!onShipping) return 'goods'
  return onGoods ? 'goods and shipping' : 'shipping'
}

function sentence(state: string, refusal: TaxRateRefusal): string {
  switch (refusal.code) {
    case 'unknown_state':
      return `There is no state ${state}; states have two letters, as NY.`
    case 'no_rate':
      return `${state} has no tax rate.`
  }
}

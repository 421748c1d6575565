import { parseInstant } from '#domain/instant.ts'
import { jurisdictionOf } from '#domain/order/price-steps.ts'
import { parsePercent, type TaxRate } from '#domain/order/tax.ts'
import { listTaxRates, removeTaxRates, setTaxRate, type TaxRateRefusal } from '#server/checkout/set-tax-rate.ts'
import { findState } from '#server/content/find-state.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { openSettings } from '#server/platform/settings/settings.ts'
import { type CommandContext, UserError } from './command.ts'

export type TaxOptions = { zip?: string; goods?: true; shipping?: true; from?: string }

/**
 * `jurisdiction<TAB>percent<TAB>base<TAB>from<TAB>past, current or coming`, one rate per line; then how pickups are
 * taxed.
 */
export async function listTaxesCommand(context: CommandContext, given?: string): Promise<number> {
  const wanted = given === undefined ? undefined : await readState(context, given)
  for (const rate of await listTaxRates(context.connection.db)) {
    if (wanted !== undefined && rate.state !== wanted) continue
    context.say([jurisdictionOf(rate), percentOf(rate), baseOf(rate), rate.fromDate, rate.phase].join('\t'))
  }
  const settings = await openSettings(context.connection.db, context.env)
  const [state, zip] = [settings.get('pickup_state'), settings.get('pickup_zip')]
  context.say(
    state === ''
      ? 'Pickups are not taxed: the setting pickup_state is empty.'
      : `Pickups are taxed like products in ${[state, zip].join(' ').trim()} (settings pickup_state and pickup_zip).`,
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
    throw new UserError(`${percent} is not a percentage from 0 to 100 with at most three decimals, such as 8.875.`)
  }
  if (options.from !== undefined && !parseInstant(options.from)?.isDay) {
    throw new UserError(`${options.from} is not a valid date; write it as 2026-12-01.`)
  }
  const rate = {
    state: await readState(context, state),
    zipPrefix: readZipPrefix(options.zip),
    milliPercent,
    // Goods are the default.
    onGoods: options.goods === true || options.shipping !== true,
    onShipping: options.shipping === true,
    fromDate: options.from,
  }
  const set = await inTransaction(context.connection.db, (trx) => setTaxRate(trx, context.actor, rate))
  if (!set.ok) throw new UserError(sentence(rate, set.refusal))
  for (const { phase, fromDate, ...known } of set.rates) {
    if (phase !== 'past')
      context.say(`${jurisdictionOf(known)} taxes ${percentOf(known)} on ${baseOf(known)} from ${fromDate}.`)
  }
  return 0
}

export async function removeTaxCommand(
  context: CommandContext,
  given: string,
  { zip }: Pick<TaxOptions, 'zip'>,
): Promise<number> {
  const jurisdiction = { state: await readState(context, given), zipPrefix: readZipPrefix(zip) }
  const removed = await inTransaction(context.connection.db, (trx) => removeTaxRates(trx, context.actor, jurisdiction))
  if (!removed.ok) throw new UserError(sentence(jurisdiction, removed.refusal))
  const now = jurisdiction.zipPrefix === '' ? 'is no longer taxed' : 'no longer has its own rate'
  context.say(`${jurisdictionOf(jurisdiction)} ${now}. Existing orders keep their tax.`)
  return 0
}

/** The code of the state whose code or name was typed. */
async function readState({ connection }: CommandContext, given: string): Promise<string> {
  const found = await findState(connection.db, given)
  if (found.ok) return found.state.code
  const { typed, candidates } = found.refusal
  if (candidates.length === 0) throw new UserError(noState(typed))
  const names = candidates.map(({ name, code }) => `${name} (${code})`).join(', ')
  throw new UserError(`“${typed}” is part of the name of ${names}; write the whole name or the two letters.`)
}

const noState = (typed: string): string =>
  `There is no state ${typed}; write its name or its two letters, such as New York or NY.`

/** Defaults to the whole state. Refuses an empty word, which an unset variable of a script would produce. */
function readZipPrefix(given: string | undefined): string {
  if (given !== undefined && !/^\d{1,5}$/.test(given.trim())) {
    throw new UserError(`“${given}” is not a ZIP prefix; write one to five digits, such as 100.`)
  }
  return given?.trim() ?? ''
}

const percentOf = ({ milliPercent }: Pick<TaxRate, 'milliPercent'>): string => `${milliPercent / 1000}%`

function baseOf({ onGoods, onShipping }: Pick<TaxRate, 'onGoods' | 'onShipping'>): string {
  if (!onShipping) return 'products'
  return onGoods ? 'products and shipping' : 'shipping'
}

function sentence(jurisdiction: Pick<TaxRate, 'state' | 'zipPrefix'>, refusal: TaxRateRefusal): string {
  switch (refusal.code) {
    case 'state_not_found':
      return noState(jurisdiction.state)
    case 'date_in_past':
      return 'A rate must start today or later. Past orders keep their tax.'
    case 'no_rate':
      return `${jurisdictionOf(jurisdiction)} has no tax rate.`
    case 'stale':
      return 'The tax rates were changed in the meantime.'
  }
}

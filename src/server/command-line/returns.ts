import { cents, formatCents } from '#domain/money.ts'
import { openLiveNetwork } from '#server/compensation/live/live-network.ts'
import { startJobs } from '#server/platform/jobs/jobs.ts'
import { openSettings } from '#server/platform/settings/settings.ts'
import type { ReturnRequest } from '#server/return/prepare-return.ts'
import { previewReturn, type ReturnPreview } from '#server/return/preview-return.ts'
import { type ConfirmReturnRefusal, returnGoods } from '#server/return/return-goods.ts'
import { type CommandContext, UserError } from './command.ts'
import { readOrder } from './orders.ts'
import { readAmount } from './read-amount.ts'
import { readLines } from './read-lines.ts'

export type ReturnOptions = {
  lines: string
  reason: string
  restock?: true
  credit?: string
  creditReason?: string
  confirm?: string
}

/** Previews a return. With --confirm, books it if it would still change the same. */
export async function returnGoodsCommand(
  context: CommandContext,
  given: string,
  options: ReturnOptions,
): Promise<number> {
  const request = readRequest(await readOrder(context, given), options)
  const { connection, actor, say } = context
  const onError = (error: unknown) => say(String(error))
  const network = openLiveNetwork(connection, onError)
  const jobs = await startJobs(connection, onError)
  try {
    const settings = await openSettings(connection.db, context.env)
    const services = { db: connection.db, jobs, settings, network }
    if (options.confirm === undefined) {
      const previewed = await previewReturn(services, request, new Date())
      if (!previewed.ok) throw new UserError(sentence(previewed.refusal))
      printPreview(say, previewed.preview)
      say(`Nothing is recorded yet. Run the same command with --confirm ${previewed.preview.hash} to record it.`)
      return 0
    }
    const booked = await returnGoods(services, actor, { ...request, preview: options.confirm }, new Date())
    if (!booked.ok) {
      if (booked.refusal.code !== 'stale') throw new UserError(sentence(booked.refusal))
      say('The return has changed since the preview. New preview:')
      printPreview(say, booked.refusal.preview)
      say(`Nothing is recorded. Run the same command with --confirm ${booked.refusal.preview.hash} to record it.`)
      return 1
    }
    printPreview(say, booked.preview)
    say(`Recorded as return ${booked.returnId}, credit note ${booked.creditNoteNumber}.`)
    return 0
  } finally {
    await jobs.stop()
    await network.close()
  }
}

function readRequest(orderId: number, { lines, reason, restock, credit, creditReason }: ReturnOptions): ReturnRequest {
  return {
    orderId,
    lines: readLines(lines).map((line) => ({ ...line, restock: restock ?? false })),
    reason,
    credit: credit === undefined ? undefined : { cents: readAmount(credit), reason: creditReason ?? '' },
  }
}

function printPreview(say: (sentence: string) => void, preview: ReturnPreview): void {
  for (const { quantity, name, goodsCents, discountCents, taxCents, restocked } of preview.lines) {
    const amount = formatCents(cents(goodsCents - discountCents + taxCents))
    say(`${quantity} × ${name}: ${amount}, ${restocked} back in stock`)
  }
  const { withheldCents, creditedBeforeCents, creditCents, proposedCents, network } = preview
  if (creditedBeforeCents > 0) say(`Already credited: ${formatCents(creditedBeforeCents)}`)
  const withheld = withheldCents === 0 ? '' : ` of ${formatCents(proposedCents)} proposed`
  say(`Credit: ${formatCents(creditCents)}${withheld}`)
  if (!network) return
  say(`Recorded in ${network.month}: −${network.pv} PV, −${formatCents(cents(network.cvCents))} CV`)
  for (const { name, before, after, levelNames, lines, restCents } of network.members) {
    const level = before.level === after.level ? '' : `, ${levelNames.before} → ${levelNames.after}`
    const bonus = `${formatCents(cents(before.totalBonusCents))} → ${formatCents(cents(after.totalBonusCents))}`
    const parts = lines.map(
      ({ kind, beforeCents, afterCents }) => `${kind} ${formatCents(cents(afterCents - beforeCents))}`,
    )
    if (restCents !== 0) parts.push(`other orders ${formatCents(cents(restCents))}`)
    say(`${name}: bonus ${bonus}${level}${parts.length > 0 ? ` (${parts.join(', ')})` : ''}`)
  }
  if (network.onlyGroupPv > 0) say(`Members with only a lower group PV: ${network.onlyGroupPv}.`)
}

function sentence(refusal: Exclude<ConfirmReturnRefusal, { code: 'stale' }>): string {
  switch (refusal.code) {
    case 'order_not_found':
      return 'Order not found.'
    case 'canceled':
      return 'The order is canceled and already credited in full.'
    case 'reason_required':
      return 'Give a reason with --reason.'
    case 'packed':
      return `Line ${refusal.position + 1} is packed but not shipped. Unpack its shipment first.`
    case 'credit_too_large':
      return `You can credit at most the proposed ${formatCents(refusal.proposedCents)}, or less with --credit-reason.`
    case 'more_than_remains':
      return 'This is more than what is left of the order.'
    case 'credit_not_positive':
      return 'After the discount, these items total less than $0.00. Return more of them together.'
    case 'concurrent_changes':
      return 'Other orders are being completed. Nothing is recorded; try again.'
    case 'nothing_returned':
      return 'Name the returned lines with --lines.'
    case 'line_not_found':
      return `The order has no line ${refusal.position + 1}.`
    case 'more_than_sold':
      return `Only ${refusal.remaining} of line ${refusal.position + 1} can be returned.`
  }
}

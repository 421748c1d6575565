import type { ReturnPreview as ReturnPreviewContract } from '#contract/orders/returns.ts'
import type { LiveCard } from '#domain/compensation/live/card.ts'
import { cents, toDollars } from '#domain/money/money.ts'
import type { ReturnPreview } from './preview-return.ts'

const dollars = (value: number) => toDollars(cents(value))

/** `positions` are those of the order's lines, in the order used by the API. */
export function presentReturn(
  orderId: number,
  { lines, parts, network, month, ...preview }: ReturnPreview,
  positions: readonly number[],
): ReturnPreviewContract {
  return {
    order_id: orderId,
    lines: lines.map(({ position, goodsCents, discountCents, taxCents, cvCents, ...line }) => ({
      line: positions.indexOf(position),
      name: line.name,
      quantity: line.quantity,
      returned_before: line.returnedBefore,
      not_handed_over: line.notHandedOver,
      restocked: line.restocked,
      goods: dollars(goodsCents),
      discount: dollars(discountCents),
      tax: dollars(taxCents),
      credit: dollars(goodsCents - discountCents + taxCents),
      cv: dollars(cvCents),
      pv: line.pv,
    })),
    proposed: dollars(preview.proposedCents),
    credited_before: dollars(preview.creditedBeforeCents),
    withheld: dollars(preview.withheldCents),
    credit: dollars(preview.creditCents),
    parts: {
      goods: dollars(parts.goodsCents),
      discount: dollars(parts.discountCents),
      shipping: dollars(parts.shippingCents),
      insurance: dollars(parts.insuranceCents),
      tax: dollars(parts.taxCents),
    },
    month: month ?? null,
    network: network ? presentNetwork(network) : null,
    hash: preview.hash,
  }
}

const presentNetwork = ({ cvCents, pv, members, onlyGroupPv }: NonNullable<ReturnPreview['network']>) => ({
  cv: dollars(cvCents),
  pv,
  members: members.map(({ id, name, depth, before, after, levelNames, lines, restCents }) => ({
    id,
    name,
    depth: depth ?? null,
    before: presentFigures(before, levelNames.before),
    after: presentFigures(after, levelNames.after),
    lines: lines.map(({ kind, beforeCents, afterCents }) => ({
      kind,
      before: dollars(beforeCents),
      after: dollars(afterCents),
      change: dollars(afterCents - beforeCents),
    })),
    other_orders: dollars(restCents),
  })),
  only_group_pv: onlyGroupPv,
})

const presentFigures = (card: LiveCard, levelName: string) => ({
  level: card.level,
  level_name: levelName,
  active: card.active,
  personal_pv: card.personalPv,
  group_pv: card.groupPv,
  sales_bonus: dollars(card.salesBonusCents),
  level_bonus: dollars(card.levelBonusCents),
  total_bonus: dollars(card.totalBonusCents),
})

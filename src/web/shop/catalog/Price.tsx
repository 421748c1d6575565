import { Pv } from '#web/account/points/Pv.tsx'
import { cx } from '#web/ui/cx.ts'
import { Money } from '#web/ui/Money.tsx'

/** The price, with the compare-at price next to it. */
export function Price({ price, before, className }: { price: number; before: number | null; className?: string }) {
  const isReduced = before !== null && before > price
  return (
    <span className={cx('inline-flex flex-wrap items-baseline gap-x-2', className)}>
      {isReduced && <span className="sr-only">Now </span>}
      <Money value={price} className="font-[560]" />
      {isReduced && (
        <>
          <span className="sr-only"> instead of </span>
          <s className="text-muted">
            <Money value={before} className="text-[0.875em]" />
          </s>
        </>
      )}
    </span>
  )
}

/** Points of a purchase; renders nothing for a product without any. */
export const Points = ({ pv, className }: { pv: number; className?: string }) =>
  pv > 0 ? <Pv points={pv} {...(className && { className })} /> : null

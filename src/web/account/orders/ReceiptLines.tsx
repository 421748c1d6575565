import type { Order } from '#contract/orders/calls.ts'
import { paths } from '#web/api/paths.ts'
import { cx } from '#web/ui/cx.ts'
import { Money } from '#web/ui/Money.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Thumbnail } from '#web/ui/Thumbnail.tsx'

type Line = Omit<Order['products'][number], 'shippable'> & { available?: boolean }

export const ReceiptLines = ({ lines, className }: { lines: readonly Line[]; className?: string }) => (
  <ul className={cx('divide-y divide-hairline', className)}>
    {lines.map((line) => (
      <li
        key={`${line.id} ${line.name}`}
        className="grid grid-cols-[3.5rem_minmax(0,1fr)_auto] gap-x-4 py-3.5 first:pt-0 print:grid-cols-[2.25rem_minmax(0,1fr)_auto] print:break-inside-avoid print:py-2"
      >
        <Thumbnail src={line.image} className="rounded-field" />
        <div className="grid content-start gap-0.5">
          {line.id === null ? (
            <span className="leading-snug font-[520]">{line.name}</span>
          ) : (
            <PageLink to={paths.product(line.id)} className="leading-snug font-[520] hover:underline">
              {line.name}
            </PageLink>
          )}
          <span className="figures text-note text-muted">
            {line.quantity} × <Money value={line.price} />
          </span>
          {line.available === false && <span className="text-note text-warning">Not available in this quantity</span>}
        </div>
        <Money value={line.total_price} className="font-[520]" />
      </li>
    ))}
  </ul>
)

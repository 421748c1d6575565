import type { ReactNode } from 'react'
import { formatDollars } from '#domain/money/money.ts'
import { MemberChanges } from './MemberChanges.tsx'
import { formatItems } from './order-record.ts'
import type { ReturnPreview } from './return-differences.ts'

/** Effects of a return: money, stock, points and every affected member's month. */
export function ReturnFigures({ preview, balance }: { preview: ReturnPreview; balance: number }) {
  const { parts, credit, credited_before, withheld, proposed, lines } = preview
  const restocked = lines.reduce((sum, line) => sum + line.restocked, 0)
  const totalQuantity = lines.reduce((sum, line) => sum + line.quantity, 0)
  const due = Math.max(0, Math.round((credit - balance) * 100) / 100)
  return (
    <div className="grid gap-5">
      <Subsection title="Money">
        <dl className="figures grid gap-1">
          <Figure name="Items" value={parts.goods + withheld + credited_before} />
          {credited_before !== 0 && <Figure name="Already credited" value={-credited_before} />}
          {parts.discount !== 0 && <Figure name="Discount" value={-parts.discount} />}
          {parts.insurance !== 0 && <Figure name="Insurance" value={parts.insurance} />}
          {parts.shipping !== 0 && <Figure name="Shipping" value={parts.shipping} />}
          {parts.tax !== 0 && <Figure name="Tax" value={parts.tax} />}
          {withheld !== 0 && (
            <>
              <Figure name="Proposed" value={proposed} isTotal />
              <Figure name="Withheld" value={-withheld} />
            </>
          )}
          <Figure name="Credit note" value={credit} isTotal />
        </dl>
        <p className="figures">
          {due > 0 ? `A refund of ${formatDollars(due)} will be due.` : 'No refund is due. The customer will owe less.'}
        </p>
      </Subsection>
      <Subsection title="Stock">
        <p className="figures">
          {restocked === 0
            ? 'Nothing will be restocked.'
            : `${restocked} of ${formatItems(totalQuantity)} will be restocked.`}
        </p>
      </Subsection>
      <Subsection title="Points and bonuses">
        <MemberChanges month={preview.month} network={preview.network} />
      </Subsection>
    </div>
  )
}

const Subsection = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid gap-1.5">
    <h3 className="text-small text-muted">{title}</h3>
    {children}
  </section>
)

const Figure = ({ name, value, isTotal = false }: { name: string; value: number; isTotal?: boolean }) => (
  <div className={isTotal ? 'flex justify-between border-t border-ink pt-1 font-[560]' : 'flex justify-between'}>
    <dt>{name}</dt>
    <dd>{formatDollars(value)}</dd>
  </div>
)

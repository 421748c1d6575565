import type { Order } from '#contract/orders/calls.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'

type OrderToolsProps = {
  invoice: string
  /** Undefined while the order loads. */
  order: Order | undefined
  creditNote: (number: number) => string
}

/** Downloads of an order. */
export function OrderTools({ invoice, order, creditNote }: OrderToolsProps) {
  const numbers = order?.ledger.flatMap(({ credit_note }) => credit_note ?? []) ?? []
  return (
    <div className="-mx-3 flex flex-wrap print:hidden">
      <a href={invoice} className={buttonClass('quiet')}>
        Invoice (PDF)
      </a>
      {numbers.map((number) => (
        <a key={number} href={creditNote(number)} className={buttonClass('quiet')}>
          Credit note {number} (PDF)
        </a>
      ))}
      <Button kind="quiet" className="noscript:hidden" onClick={() => window.print()}>
        Print
      </Button>
    </div>
  )
}

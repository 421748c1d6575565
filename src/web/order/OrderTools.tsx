import { Button, buttonClass } from '#web/ui/Button.tsx'

/** The downloads of an order. */
export const OrderTools = ({ invoice }: { invoice: string }) => (
  <div className="-mx-3 flex flex-wrap print:hidden">
    <a href={invoice} className={buttonClass('quiet')}>
      Invoice (PDF)
    </a>
    <Button kind="quiet" className="noscript:hidden" onClick={() => window.print()}>
      Print
    </Button>
  </div>
)

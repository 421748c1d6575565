import { formatCalendarDay } from '#contract/orders/labels.ts'
import { Alert } from '#web/ui/Alert.tsx'

type UnclearedOrdersProps = { orders: readonly { id: number; clearsOn: string }[] }

/** Orders that are paid by a check that may still bounce. */
export const UnclearedOrders = ({ orders }: UnclearedOrdersProps) => (
  <Alert tone="warning">
    <p>
      {orders.length === 1
        ? 'One order is paid, but its check has'
        : `${orders.length} orders are paid, but their checks have`}{' '}
      not cleared and may still bounce:
    </p>
    <ul aria-label="Not cleared" className="mt-1">
      {orders.map(({ id, clearsOn }) => (
        <li key={id}>
          <span className="figures">{id}</span> clears on {formatCalendarDay(clearsOn)}
        </li>
      ))}
    </ul>
  </Alert>
)

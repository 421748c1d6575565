import type { AdminResponse } from '#contract/admin-calls.ts'
import { formatDollars } from '#domain/money/money.ts'
import { RefundDialog } from '../orders/order/RefundDialog.tsx'
import { OrderDialog } from './OrderDialog.tsx'

/** The refund dialog of an order in a list, with the sums that its page would show. */
export const OverpaidRefund = ({ orderId, onClose }: { orderId: number; onClose: () => void }) => (
  <OrderDialog orderId={orderId} title={`Refund order ${orderId}`} onClose={onClose}>
    {(record) => <RefundDialog record={record} ledger={<Ledger money={record.money} />} onClose={onClose} />}
  </OrderDialog>
)

/** Sums from the order total down to the amount due. */
const Ledger = ({ money }: { money: AdminResponse<'managedOrder'>['money'] }) => (
  <table aria-label="Order balance" className="w-full">
    <tbody className="*:border-t *:border-hairline">
      {(
        [
          ['Total', money.total],
          ['Credited', -money.credited],
          ['Received', -money.received],
          ['Refunded', money.refunded],
        ] as const
      ).map(
        ([name, value]) =>
          (value !== 0 || name === 'Total') && (
            <tr key={name}>
              <th scope="row" className="py-1 text-left font-normal text-muted">
                {name}
              </th>
              <td className="figures py-1 text-right">{formatDollars(value)}</td>
            </tr>
          ),
      )}
      <tr>
        <th scope="row" className="py-1.5 text-left font-[560]">
          {money.balance < 0 ? 'Refund due' : 'Balance due'}
        </th>
        <td className="figures py-1.5 text-right font-[560]">{formatDollars(Math.abs(money.balance))}</td>
      </tr>
    </tbody>
  </table>
)

import { OrderAlerts } from './OrderAlerts.tsx'
import { OrderDetails } from './OrderDetails.tsx'
import { OrderEmails } from './OrderEmails.tsx'
import { OrderHeader } from './OrderHeader.tsx'
import { OrderHistoryTabs } from './OrderHistoryTabs.tsx'
import { OrderLines } from './OrderLines.tsx'
import { OrderMoney } from './OrderMoney.tsx'
import { OrderNotes } from './OrderNotes.tsx'
import type { OrderRecord } from './order-record.ts'
import { Returns } from './Returns.tsx'
import { Shipments } from './Shipments.tsx'
import { TaskDialog } from './TaskDialog.tsx'

export const OrderView = ({ record }: { record: OrderRecord }) => (
  <>
    <OrderHeader record={record} />
    <OrderAlerts record={record} />
    <div className="grid grid-cols-1 items-start gap-x-12 gap-y-9 pt-2 lg:grid-cols-[minmax(0,1fr)_18rem]">
      <div className="grid min-w-0 gap-9 lg:row-span-2">
        <OrderLines record={record} />
        <OrderMoney record={record} />
        <Shipments record={record} />
        <Returns record={record} />
        <OrderHistoryTabs record={record} />
      </div>
      <div className="grid min-w-0 gap-9 max-lg:border-t max-lg:border-hairline max-lg:pt-6">
        <OrderDetails record={record} />
        <OrderNotes record={record} />
        <OrderEmails record={record} />
      </div>
    </div>
    <TaskDialog record={record} />
  </>
)

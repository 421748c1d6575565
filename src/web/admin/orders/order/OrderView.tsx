import { OrderAlerts } from './OrderAlerts.tsx'
import { OrderEmails } from './OrderEmails.tsx'
import { OrderFacts } from './OrderDetails.tsx'
import { OrderHeader } from './OrderHeader.tsx'
import { OrderHistoryTabs } from './OrderHistoryTabs.tsx'
import { OrderLines } from './OrderLines.tsx'
import { OrderMoney } from './OrderMoney.tsx'
import { OrderNotes } from './OrderNotes.tsx'
import type { OrderFile } from './order-record.ts'
import { Returns } from './Returns.tsx'
import { Shipments } from './Shipments.tsx'
import { TaskDialog } from './TaskDialog.tsx'

export const OrderView = ({ file }: { file: OrderFile }) => (
  <>
    <OrderHeader file={file} />
    <OrderAlerts file={file} />
    <div className="grid grid-cols-1 items-start gap-x-12 gap-y-9 pt-2 lg:grid-cols-[minmax(0,1fr)_18rem]">
      <div className="grid min-w-0 gap-9 lg:row-span-2">
        <OrderLines file={file} />
        <OrderMoney file={file} />
        <Shipments file={file} />
        <Returns file={file} />
        <OrderHistoryTabs file={file} />
      </div>
      <div className="grid min-w-0 gap-9 max-lg:border-t max-lg:border-hairline max-lg:pt-6">
        <OrderFacts file={file} />
        <OrderNotes file={file} />
        <OrderEmails file={file} />
      </div>
    </div>
    <TaskDialog file={file} />
  </>
)

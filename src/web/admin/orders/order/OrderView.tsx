import { MailsOfOrder } from './OrderEmails.tsx'
import { OrderFacts } from './OrderFacts.tsx'
import { OrderHead } from './OrderHeader.tsx'
import { OrderHistoryTabs } from './OrderHistoryTabs.tsx'
import { OrderLines } from './OrderLines.tsx'
import { OrderMoney } from './OrderMoney.tsx'
import { OrderNotes } from './OrderNotes.tsx'
import { OrderNotices } from './OrderAlerts.tsx'
import type { OrderFile } from './order-file.ts'
import { Parcels } from './Shipments.tsx'
import { Returns } from './Returns.tsx'
import { TaskDialog } from './TaskDialog.tsx'

export const OrderView = ({ file }: { file: OrderFile }) => (
  <>
    <OrderHead file={file} />
    <OrderNotices file={file} />
    <div className="grid grid-cols-1 items-start gap-x-12 gap-y-9 pt-2 lg:grid-cols-[minmax(0,1fr)_18rem]">
      <div className="grid min-w-0 gap-9 lg:row-span-2">
        <OrderLines file={file} />
        <OrderMoney file={file} />
        <Parcels file={file} />
        <Returns file={file} />
        <OrderHistoryTabs file={file} />
      </div>
      <div className="grid min-w-0 gap-9 max-lg:border-t max-lg:border-hairline max-lg:pt-6">
        <OrderFacts file={file} />
        <OrderNotes file={file} />
        <MailsOfOrder file={file} />
      </div>
    </div>
    <TaskDialog file={file} />
  </>
)

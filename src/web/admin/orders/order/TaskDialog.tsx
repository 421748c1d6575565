import type { ReactNode } from 'react'
import { hasPermission, type Permission } from '#contract/permissions.ts'
import { useStaff } from '#web/admin/api/session.tsx'
import { AdjustPrice } from './AdjustPrice.tsx'
import { BookPayment } from './BookPayment.tsx'
import { CancelOrder } from './CancelOrder.tsx'
import { CompleteOrder } from './CompleteOrder.tsx'
import { CorrectContact } from './CorrectContact.tsx'
import { CorrectPayment } from './CorrectPayment.tsx'
import type { TargetDialogProps } from './dialog-props.ts'
import { EditOrder } from './EditOrder.tsx'
import { HandOver } from './HandOver.tsx'
import { MoveDueDate } from './MoveDueDate.tsx'
import type { OrderRecord } from './order-record.ts'
import { taskPermissions } from './order-tasks.ts'
import { PackSome } from './PackSome.tsx'
import { RefundDialog } from './RefundDialog.tsx'
import { ReinstateOrder } from './ReinstateOrder.tsx'
import { ReturnGoods } from './ReturnGoods.tsx'
import { SettleClaim } from './SettleClaim.tsx'
import { ShipOrder } from './ShipOrder.tsx'
import { useTask } from './use-task.ts'
import { Versions } from './Versions.tsx'
import { VoidShipment } from './VoidShipment.tsx'

/** Dialogs by the value of the `do` parameter. */
const dialogs: Record<string, (props: TargetDialogProps) => ReactNode> = {
  pay: BookPayment,
  bounced: (props) => <CorrectPayment {...props} isBounced />,
  correct: (props) => <CorrectPayment {...props} isBounced={false} />,
  refund: RefundDialog,
  due: MoveDueDate,
  settle: SettleClaim,
  pack: PackSome,
  ship: ShipOrder,
  hand_over: HandOver,
  void: VoidShipment,
  complete: CompleteOrder,
  cancel: CancelOrder,
  reinstate: ReinstateOrder,
  return: ReturnGoods,
  adjust: AdjustPrice,
  edit: EditOrder,
  contact: CorrectContact,
  versions: Versions,
}

/** Tasks about a single payment or shipment need the same permission as their kind. */
const permissions: Readonly<Record<string, Permission>> = {
  ...taskPermissions,
  bounced: 'payments.book',
  correct: 'payments.book',
  void: 'shipments.change',
  versions: 'orders.read',
}

/** Renders the dialog in the URL if the role may perform its task. */
export function TaskDialog({ record }: { record: OrderRecord }) {
  const { role } = useStaff()
  const { task, targetId, close } = useTask()
  const TaskComponent = task === undefined ? undefined : dialogs[task]
  const permission = task === undefined ? undefined : permissions[task]
  if (!TaskComponent || permission === undefined || !hasPermission(role, permission)) return null
  return <TaskComponent key={`${task}${targetId}`} record={record} targetId={targetId} onClose={close} />
}

import type { OrderRecord } from './order-record.ts'

/** Props of a dialog, which is mounted while it is open. */
export type DialogProps = { record: OrderRecord; onClose: () => void }
/** Props of a dialog about one payment or shipment. */
export type TargetDialogProps = DialogProps & { targetId: number }

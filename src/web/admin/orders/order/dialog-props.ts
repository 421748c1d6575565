import type { OrderFile } from './order-file.ts'

/** A dialog is there while it is open. */
export type DialogProps = { file: OrderFile; onClose: () => void }
/** One that is about a payment or a parcel. */
export type DialogOfOneProps = DialogProps & { of: number }

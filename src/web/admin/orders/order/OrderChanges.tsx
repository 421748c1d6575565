import type { ReactNode } from 'react'
import { ConcurrentChanges } from '../../ui/ConcurrentChanges.tsx'
import { orderFacts } from './order-facts.ts'
import type { OrderRecord } from './order-record.ts'

/** Shows in a dialog what someone else changed in the order since it opened. */
export const OrderChanges = (props: { opened: OrderRecord; latest: OrderRecord; children?: ReactNode }) => (
  <ConcurrentChanges {...props} facts={orderFacts} />
)

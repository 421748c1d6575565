import type { AdminInput } from '#contract/admin-calls.ts'
import { formatDollars } from '#domain/money/money.ts'
import { Alert } from '#web/ui/Alert.tsx'

export type OrderSnapshot = NonNullable<AdminInput<'cancelOrder'>['body']['expected']>

/** Shown in a dialog about money when someone else changed the order since it was opened. */
export const BalanceChanged = ({ seen, present }: { seen: number; present: number }) =>
  seen === present ? null : (
    <Alert tone="warning">
      {`Someone else changed the order: the balance was ${formatDollars(seen)} and is now ${formatDollars(present)}.`}
    </Alert>
  )

/** Shown when the parcels changed. */
export const StepsChanged = ({ seen, present }: { seen: number; present: number }) =>
  seen === present ? null : (
    <Alert tone="warning">Someone else packed or shipped part of the order. This shows what is left now.</Alert>
  )

/** Shown when anything that decides the effects of a cancellation changed. */
export const OrderChanged = ({ seen, present }: { seen: OrderSnapshot; present: OrderSnapshot }) =>
  seen.status === present.status &&
  seen.balance === present.balance &&
  seen.steps_taken === present.steps_taken ? null : (
    <Alert tone="warning">Someone else changed the order. This shows what canceling does now.</Alert>
  )

import type { AdminInput } from '#contract/admin-calls.ts'
import { formatDollars } from '#domain/money/money.ts'
import { Alert } from '#web/ui/Alert.tsx'

export type OrderSnapshot = NonNullable<AdminInput<'cancelOrder'>['body']['expected']>

/** Shown in a dialog about money when someone else changed the order since it was opened. */
export const BalanceChanged = ({ expected, current }: { expected: number; current: number }) =>
  expected === current ? null : (
    <Alert tone="warning">
      {`Someone else changed the order: the balance was ${formatDollars(expected)} and is now ${formatDollars(current)}.`}
    </Alert>
  )

/** Shown when the shipments changed. */
export const StepsChanged = ({ expected, current }: { expected: number; current: number }) =>
  expected === current ? null : (
    <Alert tone="warning">Someone else packed or shipped part of the order. This shows what is left now.</Alert>
  )

/** Shown when anything that decides the effects of a cancellation changed. */
export const OrderChanged = ({ expected, current }: { expected: OrderSnapshot; current: OrderSnapshot }) =>
  expected.status === current.status &&
  expected.balance === current.balance &&
  expected.steps_taken === current.steps_taken ? null : (
    <Alert tone="warning">Someone else changed the order. This shows what canceling does now.</Alert>
  )

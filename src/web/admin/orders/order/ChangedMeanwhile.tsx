import { formatDollars } from '#domain/money.ts'
import { Alert } from '#web/ui/Alert.tsx'

/** Said in a dialog about money whose order another person has changed since it was opened. */
export const BalanceChanged = ({ seen, present }: { seen: number; present: number }) =>
  seen === present ? null : (
    <Alert tone="warning">
      {`Somebody changed the order meanwhile: the balance was ${formatDollars(seen)} and is ${formatDollars(present)} now.`}
    </Alert>
  )

/** Likewise of its parcels. */
export const StepsChanged = ({ seen, present }: { seen: number; present: number }) =>
  seen === present ? null : (
    <Alert tone="warning">
      Somebody packed or shipped some of the order meanwhile. What is open now is shown here.
    </Alert>
  )

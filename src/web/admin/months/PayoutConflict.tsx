import { Alert } from '#web/ui/Alert.tsx'
import { type Payout, payoutStates } from './month-labels.ts'

/** Shows a concurrent change of the payout while a dialog is open. */
export const PayoutConflict = ({ payout, latest }: { payout: Payout; latest: Payout }) =>
  latest !== payout && (
    <Alert tone="note">
      It is now: {payoutStates[latest.state].label.toLowerCase()}
      {latest.entries.at(-1) && `, by ${latest.entries.at(-1)?.by}`}.
    </Alert>
  )

import { Alert } from '#web/ui/Alert.tsx'
import { type Payout, payoutStates } from './month-labels.ts'

/** Shows a concurrent change of the payout while a dialog is open. */
export const ChangedPayout = ({ payout, seen }: { payout: Payout; seen: Payout }) =>
  seen !== payout && (
    <Alert tone="note">
      It is now: {payoutStates[seen.state].words.toLowerCase()}
      {seen.entries.at(-1) && `, by ${seen.entries.at(-1)?.by}`}.
    </Alert>
  )

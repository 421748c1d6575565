import { formatDollars } from '#domain/money/money.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { formatDateTime } from '../ui/TimeAgo.tsx'
import { methodLabels, type Payout } from './month-labels.ts'

const STEP_LABELS = { held: 'Held', released: 'Released', paid: 'Sent', failed: 'Failed' }

/** Append-only history of a payout. */
export const PayoutHistory = ({ payout, onClose }: { payout: Payout; onClose: () => void }) => (
  <Dialog open onClose={onClose} title={`Payout of ${payout.name}`}>
    {payout.entries.length === 0 ? (
      <p className="text-muted">No activity yet. {formatDollars(payout.amount)} is due.</p>
    ) : (
      <ol className="grid gap-3">
        {payout.entries.map(({ kind, amount, method, reference, reason, by, at }) => (
          <li key={at + kind} className="grid gap-0.5 border-b border-hairline pb-3">
            <span className="flex justify-between gap-3">
              <span className="font-[560]">
                {STEP_LABELS[kind]}
                {method && ` · ${methodLabels[method]}`}
              </span>
              {amount !== 0 && <span className="figures">{formatDollars(amount)}</span>}
            </span>
            {(reason || reference) && (
              <span className="break-words">{[reason, reference].filter(Boolean).join(' · ')}</span>
            )}
            <span className="text-small text-muted">
              {formatDateTime(at)}, {by}
            </span>
          </li>
        ))}
      </ol>
    )}
  </Dialog>
)

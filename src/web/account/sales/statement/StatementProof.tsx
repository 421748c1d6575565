import { monthName } from '#contract/compensation/month-labels.ts'
import type { Statement } from '#contract/compensation/statement.ts'

/** Hashes with which anyone can verify that inputs and statement are unchanged. */
export const StatementProof = ({ statement: { plan, inputs_hash, checksum } }: { statement: Statement }) => (
  <footer className="border-t border-hairline pt-5 text-note text-muted">
    <p>
      Compensation plan version {plan.version}, from {monthName(plan.first_month)} on. Checksum of this statement:{' '}
      <span className="figures">{checksum}</span>.
    </p>
    <p>
      SHA-256 of the month’s inputs: <span className="figures break-all">{inputs_hash}</span>
    </p>
  </footer>
)

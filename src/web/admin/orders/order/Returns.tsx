import { formatDollars } from '#domain/money/money.ts'
import { adminUrl } from '#web/admin/api/api.ts'
import { Section } from '../../ui/Section.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import type { OrderRecord } from './order-record.ts'
import { TaskButton } from './TaskButton.tsx'

/** Returns with reason and credit. */
export function Returns({ record }: { record: OrderRecord }) {
  const { order, returns, ledger } = record
  if (returns.length === 0) return null
  return (
    <Section
      title="Returns"
      actions={
        <TaskButton task="return" record={record}>
          Return more
        </TaskButton>
      }
    >
      <ul>
        {returns.map(({ id, credit_note_id, reason, created_by, created_at, lines }) => {
          const note = ledger.find((entry) => entry.entry === 'credit_note' && entry.id === credit_note_id)
          return (
            <li key={id} className="grid gap-0.5 border-b border-hairline py-2.5">
              <p className="figures flex flex-wrap justify-between gap-x-4">
                <span>
                  {lines
                    .map(
                      ({ quantity, name, restocked }) => `${quantity} × ${name}${restocked ? ', back in stock' : ''}`,
                    )
                    .join('; ')}
                </span>
                {note && <span>{formatDollars(-note.change)}</span>}
              </p>
              <p className="text-small text-muted">
                {reason} – {created_by}, <TimeAgo at={created_at} />
              </p>
              {note?.number != null && (
                <a
                  className="text-link justify-self-start text-small"
                  href={adminUrl('staffCreditNote', { params: { order_id: order.id, number: note.number } })}
                  target="_blank"
                  rel="noreferrer"
                >
                  {`Credit note ${note.number} (PDF)`}
                </a>
              )}
            </li>
          )
        })}
      </ul>
    </Section>
  )
}

import { useState } from 'react'
import { formatCalendarDay } from '#contract/orders/labels.ts'
import { formatDollars } from '#domain/money/money.ts'
import { Money } from '#web/ui/Money.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { useAdminPages } from '../api/query.ts'
import { IfPermitted } from '../api/session.tsx'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { Button } from '../ui/Button.tsx'
import { type DataColumn, DataTable } from '../ui/DataTable.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { BounceDialog, type Check } from './BounceDialog.tsx'
import { orderPath } from './TransactionRow.tsx'

/** Checks not marked as cleared: those whose clearing period is over, and those that may still bounce. */
export function UnclearedChecks() {
  const due = useAdminPages('unclearedChecks', { filter: 'due' })
  const waiting = useAdminPages('unclearedChecks', { filter: 'waiting' })
  return (
    <Loaded query={flattenPages(due)}>
      {(dueChecks) => (
        <Loaded query={flattenPages(waiting)}>
          {(pendingChecks) =>
            dueChecks.length + pendingChecks.length === 0 ? (
              <Empty title="No checks to clear">Checks you record appear here until they clear.</Empty>
            ) : (
              <div className="grid grid-cols-1 gap-8">
                <Checks
                  title="Hold period over"
                  note="These count as cleared unless they bounced. Their orders can be completed."
                  checks={dueChecks}
                  pages={due}
                />
                <Checks
                  title="Not yet cleared"
                  note="These may still bounce. Their orders can be completed after the hold period, or once you mark the check as cleared."
                  checks={pendingChecks}
                  pages={waiting}
                />
              </div>
            )
          }
        </Loaded>
      )}
    </Loaded>
  )
}

type Pages = ReturnType<typeof useAdminPages<'unclearedChecks'>>

const flattenPages = ({ data, error, refetch }: Pages) => ({
  data: data?.pages.flatMap((page) => page.data),
  error,
  refetch,
})

type ChecksProps = { title: string; note: string; checks: readonly Check[]; pages: Pages }

function Checks({ title, note, checks, pages }: ChecksProps) {
  const clear = useAdminMutation('clearCheck', { successMessage: 'Check marked as cleared.' })
  const [bouncedCheck, setBouncedCheck] = useState<Check>()
  if (checks.length === 0) return null
  const buttons = (check: Check) => (
    <IfPermitted permission="payments.book">
      <span className="relative z-10 inline-flex flex-wrap gap-1">
        <Button
          aria-label={`Check of order ${check.order_id} cleared`}
          busy={clear.isPending && clear.variables.params.payment_id === check.payment_id}
          onClick={() => clear.mutate({ params: { payment_id: check.payment_id } })}
        >
          Cleared
        </Button>
        <Button
          kind="quiet"
          aria-label={`Check of order ${check.order_id} bounced`}
          onClick={() => setBouncedCheck(check)}
        >
          Bounced…
        </Button>
      </span>
    </IfPermitted>
  )
  return (
    <section className="grid grid-cols-1 gap-2" aria-label={title}>
      <div>
        <h2 className="display text-lead">
          {title}{' '}
          <span className="figures text-note text-muted">{`${checks.length}${pages.hasNextPage ? '+' : ''}`}</span>
        </h2>
        <p className="text-small text-muted">{note}</p>
      </div>
      <DataTable
        label={title}
        rows={checks}
        columns={[...columns, { id: 'do', header: '', end: true, cell: buttons }]}
        idOf={({ payment_id }) => String(payment_id)}
        mobileRow={(check) => (
          <div className="grid grid-cols-1 gap-1">
            <p className="flex justify-between gap-3">
              <span className="min-w-0 truncate">
                <OrderLink id={check.order_id} /> {check.name}
              </span>
              <Money value={check.amount} />
            </p>
            <p className="text-small text-muted">
              {check.reference && `Check ${check.reference} · `}clears {formatCalendarDay(check.clears_on)}
            </p>
            {buttons(check)}
          </div>
        )}
      />
      {pages.hasNextPage && (
        <Button
          busy={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
          className="justify-self-start"
        >
          Show more
        </Button>
      )}
      {bouncedCheck && <BounceDialog check={bouncedCheck} onClose={() => setBouncedCheck(undefined)} />}
    </section>
  )
}

export const OrderLink = ({ id }: { id: number }) => (
  <PageLink to={orderPath(id)} data-row-link className="text-link tap-target figures">
    {id}
  </PageLink>
)

const columns: readonly DataColumn<Check>[] = [
  { id: 'order', header: 'Order', cell: ({ order_id }) => <OrderLink id={order_id} /> },
  { id: 'name', header: 'Customer', cell: ({ name }) => name },
  {
    id: 'reference',
    header: 'Check',
    cell: ({ reference }) => reference || <span className="text-muted">no number</span>,
  },
  { id: 'received', header: 'Received', cell: ({ value_date }) => formatCalendarDay(value_date) },
  { id: 'clears', header: 'Clears', cell: ({ clears_on }) => formatCalendarDay(clears_on) },
  { id: 'amount', header: 'Amount', end: true, cell: ({ amount }) => formatDollars(amount) },
]

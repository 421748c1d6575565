import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { monthName } from '#contract/compensation/month-labels.ts'
import type { MyPayout, MyPayouts } from '#contract/compensation/payouts.ts'
import { formatCalendarDay } from '#contract/orders/labels.ts'
import { shopDayOf } from '#domain/calendar/month.ts'
import { formatDollars } from '#domain/money/money.ts'
import { paths } from '#web/api/paths.ts'
import { showResponse } from '#web/api/show-response.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { Money } from '#web/ui/Money.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { Table } from '#web/ui/Table.tsx'
import { AccountFrame } from './AccountFrame.tsx'
import { PayoutMethodForm } from './PayoutMethodForm.tsx'
import { correctionLabel, payoutLabel, payoutNote } from './payout-labels.ts'
import { payoutsQuery } from './payouts-query.ts'

const PayoutsPage = () => <AccountFrame title="My Payouts">{() => <Payouts />}</AccountFrame>
export default PayoutsPage

function Payouts() {
  const client = useQueryClient()
  const query = useInfiniteQuery(payoutsQuery())
  const [isEditing, setEditing] = useState(false)
  const data = query.data?.pages[0]
  const payouts = query.data?.pages.flatMap((page) => page.payouts) ?? []
  if (!data) {
    return query.error ? (
      <Alert tone="danger">We can’t load your payouts right now. Please try again in a moment.</Alert>
    ) : (
      <Spinner label="Loading your payouts" className="text-muted" />
    )
  }
  return (
    <div className="grid gap-10">
      <section aria-labelledby="method" className="max-w-narrow rounded-card border border-hairline p-5 sm:p-6">
        <h2 id="method" className="display mb-4 text-title">
          Payout method
        </h2>
        {isEditing ? (
          <PayoutMethodForm
            onCancel={() => setEditing(false)}
            onSaved={(firstPage) => {
              showResponse(client, payoutsQuery().queryKey, { pages: [firstPage], pageParams: [undefined] })
              setEditing(false)
            }}
          />
        ) : (
          <Method data={data} onEdit={() => setEditing(true)} />
        )}
      </section>
      <section aria-labelledby="payouts">
        <h2 id="payouts" className="display mb-4 text-title">
          Payouts
        </h2>
        <CarriedBalance data={data} />
        {payouts.length === 0 ? (
          <p className="text-muted">
            No payouts yet. We pay each month after it closes, once you’ve earned at least{' '}
            {formatDollars(data.minimum_payout)}.
          </p>
        ) : (
          <Table
            aria-labelledby="payouts"
            look="list"
            rows={payouts}
            keyOf={({ month }) => month}
            columns={[
              {
                name: 'Month',
                cell: (payout) => (
                  <>
                    <PageLink to={statementPath(payout)} className="text-link">
                      {monthName(payout.month)}
                      <span className="sr-only">: statement</span>
                    </PageLink>
                    <span className="block text-note break-words text-muted">{payoutNote(payout, data.method)}</span>
                    {payout.corrected !== 0 && (
                      <span className="block text-note text-muted">{correctionLabel(payout)}</span>
                    )}
                  </>
                ),
              },
              {
                name: 'Status',
                className: 'max-sm:hidden',
                cell: (payout) => (
                  <span className={payout.state === 'failed' ? 'text-danger' : ''}>{payoutLabel(payout)}</span>
                ),
              },
              { name: 'Amount', end: true, cellClass: 'max-sm:pr-0!', cell: ({ amount }) => <Money value={amount} /> },
            ]}
          />
        )}
        {query.isFetchNextPageError && (
          <Alert tone="danger" className="mt-4">
            We can’t load more payouts right now. Please try again in a moment.
          </Alert>
        )}
        <LoadMore query={query} what="payouts" className="mt-2 -ml-3" />
      </section>
      {data.years.length > 0 && (
        <section aria-labelledby="years" className="max-w-narrow">
          <h2 id="years" className="display mb-3 text-title">
            By year
          </h2>
          <dl className="grid gap-1.5">
            {data.years.map(({ year, paid }) => (
              <div key={year} className="figures flex justify-between border-b border-hairline py-1.5">
                <dt>{year}</dt>
                <dd>
                  <Money value={paid} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </div>
  )
}

function Method({ data: { method }, onEdit }: { data: MyPayouts; onEdit: () => void }) {
  if (!method) {
    return (
      <>
        <Alert tone="warning">Choose how you want to be paid so that we can send your payouts.</Alert>
        <Button onClick={onEdit} className="mt-4">
          Choose payout method
        </Button>
      </>
    )
  }
  return (
    <>
      <p className="font-[560]">{method.kind === 'quickpay' ? 'Quick Pay' : 'Check by mail'}</p>
      <p className="figures whitespace-pre-line">{method.destination}</p>
      {method.on_hold_until && (
        <Alert className="mt-3">
          Chosen on {formatCalendarDay(shopDayOf(Date.parse(method.set_at)))}. To protect you, we won’t send anything
          there before {formatCalendarDay(shopDayOf(Date.parse(method.on_hold_until)))}.
        </Alert>
      )}
      <Button kind="quiet" onClick={onEdit} className="mt-3 -mb-2 -ml-3">
        Change
      </Button>
    </>
  )
}

const CarriedBalance = ({ data: { carried, carried_minimum } }: { data: MyPayouts }) =>
  carried === 0 ? null : (
    <p className="mb-5 max-w-narrow text-muted">
      {carried > 0
        ? `${formatDollars(carried)} carries over to next month. We pay out amounts of ${formatDollars(carried_minimum)} or more.`
        : `Your balance is ${formatDollars(carried)}. It carries over to next month; you don’t have to pay it.`}
    </p>
  )

const statementPath = ({ month }: MyPayout): string => {
  const [year, number] = month.split('-')
  return `${paths.accountStatement}?year=${year}&month=${number}`
}

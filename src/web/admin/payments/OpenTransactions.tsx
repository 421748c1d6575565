import { useRef, useState } from 'react'
import { adminPaths } from '#contract/admin-paths.ts'
import { useAdminQuery } from '../api/query.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { NextPageLink } from '../ui/NextPageLink.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { usePageUrl } from '../ui/use-page-url.ts'
import { useRowKeys } from '../ui/use-row-keys.ts'
import { MatchDialog } from './MatchDialog.tsx'
import { SetAsideDialog } from './SetAsideDialog.tsx'
import { TransactionRow } from './TransactionRow.tsx'
import { type BankTransaction, type MatchKind, matchKindLabels, matchKinds } from './transaction-labels.ts'
import { UndoTransactionDialog } from './UndoTransactionDialog.tsx'
import { useTransactionCounts } from './use-transaction-counts.ts'
import { useTransactionMutations } from './use-transaction-mutations.ts'

const isMatchKind = (param: string | undefined): param is MatchKind => matchKinds.some((kind) => kind === param)

/** Open transactions in groups: exact matches are booked together, probable ones one by one, the rest manually. */
export function OpenTransactions() {
  const url = usePageUrl()
  const param = url.get('match')
  const match = isMatchKind(param) ? param : undefined
  const cursor = Number(url.get('after')) || undefined
  const transactions = useAdminQuery('bankTransactions', {
    query: { ...(match && { match }), ...(cursor && { cursor }) },
  })
  const counts = useTransactionCounts()
  const mutations = useTransactionMutations()
  const [matchTarget, setMatchTarget] = useState<BankTransaction>()
  const [asideTarget, setAsideTarget] = useState<BankTransaction>()
  const [undoTarget, setUndoTarget] = useState<BankTransaction>()
  const list = useRef<HTMLDivElement>(null)
  useRowKeys(list)

  return (
    <>
      <Loaded query={transactions}>
        {({ data, next }) => {
          const groups = matchKinds.map((kind) => ({
            kind,
            rows: data.filter((transaction) => transaction.match === kind),
          }))
          if (data.length === 0) return <NoTransactions kind={match} />
          return (
            <div ref={list} className="grid gap-8">
              {groups.map(
                ({ kind, rows }) =>
                  rows.length > 0 && (
                    <section key={kind} aria-labelledby={`sort-${kind}`} className="grid gap-2">
                      <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
                        <div className="grow">
                          <h2 id={`sort-${kind}`} className="display text-lead">
                            {matchKindLabels[kind].title}{' '}
                            <span className="figures text-note text-muted">{counts[kind] ?? rows.length}</span>
                          </h2>
                          <p className="text-small text-muted">{matchKindLabels[kind].meaning}</p>
                        </div>
                        {kind === 'exact' && (
                          <Button
                            kind="primary"
                            busy={mutations.bookExact.isPending}
                            onClick={() =>
                              mutations.bookExact.mutate({
                                // Books only the listed transactions when all of them are visible, so that nothing
                                // unseen is booked.
                                body:
                                  next === null && !cursor ? { bank_transaction_ids: rows.map(({ id }) => id) } : {},
                              })
                            }
                          >
                            Record all exact
                          </Button>
                        )}
                      </div>
                      <ul className="border-t border-hairline">
                        {rows.map((transaction) => (
                          <TransactionRow
                            key={transaction.id}
                            transaction={transaction}
                            bookTransaction={mutations.bookTransaction}
                            receive={mutations.receive}
                            onMatch={() => setMatchTarget(transaction)}
                            onSetAside={() => setAsideTarget(transaction)}
                            onUndo={() => setUndoTarget(transaction)}
                          />
                        ))}
                      </ul>
                    </section>
                  ),
              )}
              <NextPageLink next={next} />
            </div>
          )
        }}
      </Loaded>
      {matchTarget && (
        <MatchDialog
          key={matchTarget.id}
          initial={matchTarget}
          listed={transactions.data?.data.find(({ id }) => id === matchTarget.id)}
          bookTransaction={mutations.bookTransaction}
          onClose={() => setMatchTarget(undefined)}
        />
      )}
      {asideTarget && <SetAsideDialog transaction={asideTarget} onClose={() => setAsideTarget(undefined)} />}
      {undoTarget && <UndoTransactionDialog transaction={undoTarget} onClose={() => setUndoTarget(undefined)} />}
    </>
  )
}

const NoTransactions = ({ kind }: { kind: MatchKind | undefined }) =>
  kind === undefined ? (
    <Empty
      title="No open bank payments"
      action={
        <ButtonLink to={`${adminPaths.bankTransactions}?import=1`} kind="primary">
          Import a statement
        </ButtonLink>
      }
    >
      Paste an email from your bank or drop a CSV or OFX file. Payments appear here with the orders they match.
    </Empty>
  ) : (
    <Empty
      title={`No open payments in “${matchKindLabels[kind].title}”`}
      action={<ButtonLink to={adminPaths.bankTransactions}>Show all</ButtonLink>}
    />
  )

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { AdminResponse } from '#contract/admin-calls.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { adminQuery } from '../api/query.ts'
import { Button } from '../ui/Button.tsx'
import { ProgressBar } from '../ui/ProgressBar.tsx'
import { countProducts } from './product-labels.ts'

type BulkRun = AdminResponse<'bulkRuns'>['data'][number]

const POLL_INTERVAL_MS = 1_000

/** Kept until the window is reloaded. */
const dismissed = new Set<number>()

const subjects: Record<BulkRun['kind'], string> = {
  status: 'the status',
  category: 'the category',
  vendor: 'the vendor',
  pv: 'points',
  price_percent: 'prices',
  price_amount: 'prices',
}

/** The bulk change that is running, and the result of the viewer’s last one. */
export function BulkRuns() {
  const client = useQueryClient()
  const { data } = useQuery({
    ...adminQuery('bulkRuns'),
    refetchInterval: ({ state: { data } }) => (findRunning(data?.data) ? POLL_INTERVAL_MS : false),
  })
  const [, setDismissals] = useState(0)
  const runningId = findRunning(data?.data)?.run_id
  const [previousId, setPreviousId] = useState(runningId)
  useEffect(() => {
    if (previousId !== undefined && runningId !== previousId) void client.invalidateQueries()
    setPreviousId(runningId)
  }, [runningId, previousId, client])
  const running = findRunning(data?.data)
  const last = data?.data.find(({ state, personal }) => personal && state !== 'running')
  if (running) return <Running run={running} />
  if (!last || dismissed.has(last.run_id)) return null
  return (
    <Result
      run={last}
      onDismiss={() => {
        dismissed.add(last.run_id)
        setDismissals((count) => count + 1)
      }}
    />
  )
}

const findRunning = (runs: readonly BulkRun[] | undefined) => runs?.find(({ state }) => state === 'running')

function Running({ run }: { run: BulkRun }) {
  const label = `${run.done.toLocaleString('en-US')} of ${run.total.toLocaleString('en-US')} done`
  return (
    <div role="status" className="mb-4 grid max-w-form gap-2 rounded-card border border-hairline bg-raised p-4">
      <p className="font-[560]">
        Changing {subjects[run.kind]} of {countProducts(run.total)}
      </p>
      <ProgressBar label={label} percent={Math.round((run.done / run.total) * 100)} />
      <p className="text-small text-muted">
        {label} … started by {run.requested_by}. You can leave this page.
      </p>
    </div>
  )
}

function Result({ run, onDismiss }: { run: BulkRun; onDismiss: () => void }) {
  const isFailed = run.state === 'failed'
  return (
    <Alert tone={isFailed ? 'danger' : run.refused > 0 ? 'warning' : 'success'} className="mb-4">
      <p>
        {isFailed && 'The change stopped early. '}
        {countProducts(run.changed)} changed
        {run.refused > 0 && `, ${run.refused.toLocaleString('en-US')} not`}.
      </p>
      {run.refusals.length > 0 && (
        <ul className="grid max-h-40 gap-1 overflow-y-auto text-small">
          {run.refusals.map(({ product_id, name, reason }) => (
            <li key={product_id}>
              {name || `Product ${product_id}`}: {reason}
            </li>
          ))}
          {run.refused > run.refusals.length && <li>and {run.refused - run.refusals.length} more</li>}
        </ul>
      )}
      <Button kind="quiet" className="justify-self-start" onClick={onDismiss}>
        Dismiss
      </Button>
    </Alert>
  )
}

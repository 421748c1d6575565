import { type ReactNode, useRef } from 'react'
import { useHotkeys } from 'react-hotkeys-hook'
import { hasPermission } from '#contract/permissions.ts'
import { shopDayOf } from '#domain/calendar/month.ts'
import { formatDollars } from '#domain/money/money.ts'
import { useStaff } from '#web/admin/api/session.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatItems, type OrderRecord } from './order-record.ts'
import { nextTask, type OrderTask } from './order-tasks.ts'
import { useOrderMutation } from './use-order-mutation.ts'
import { useTask } from './use-task.ts'
import { describeWaitingReason } from './waiting-reason.ts'

/** The next action. Packing and making ready happen immediately; all others open a dialog. */
export function NextTask({ record }: { record: OrderRecord }) {
  const { role } = useStaff()
  const button = useRef<HTMLButtonElement>(null)
  const { open, task: openTask } = useTask()
  const params = { order_id: record.order.id }
  const body = { expected_version: record.version }
  const unpack = useOrderMutation('voidShipment', { successMessage: 'Unpacked again.' })
  const pack = useOrderMutation('packOrder', {
    successMessage: `${formatItems(record.fulfillment.open_units)} packed.`,
    // Undo for this packing, which is refused once anything else has changed.
    undo: ({ fulfillment: { shipments }, version }) => {
      const shipment_id = Math.max(...shipments.map(({ id }) => id))
      return () => unpack.mutate({ params, body: { shipment_id, reason: 'Undone at once', expected_version: version } })
    },
  })
  const ready = useOrderMutation('readyForPickup', { successMessage: 'Ready. The customer gets an email.' })
  const task = nextTask(record, (permission) => hasPermission(role, permission))
  const busy = pack.isPending || ready.isPending

  function run() {
    if (task === undefined || busy) return
    // Asks first when a check may still bounce.
    if (task === 'pack' && record.money.clears_on === null) pack.mutate({ params, body })
    else if (task === 'ready') ready.mutate({ params, body })
    else open(task)
  }
  /** Triggered through the button, which regains focus once its dialog closes. */
  function runByKey() {
    button.current?.focus({ preventScroll: true })
    run()
  }
  // A repeated key press must not trigger the following step: the second waits for the first.
  useHotkeys('n', runByKey, { enabled: openTask === undefined, preventDefault: true }, [task, busy, record])

  if (task === undefined) {
    const reason = describeWaitingReason(record, shopDayOf(Date.now()))
    return reason === undefined ? null : <p className="max-w-72 self-center text-small text-muted">{reason}</p>
  }
  return (
    <Button ref={button} kind="primary" busy={busy} onClick={run} aria-keyshortcuts="n">
      {taskLabel(task, record)}
      <kbd className="rounded-field border border-on-accent/40 px-1.5 text-small max-lg:hidden" aria-hidden>
        n
      </kbd>
    </Button>
  )
}

const labels: Partial<Record<OrderTask, ReactNode>> = {
  pay: 'Record payment',
  pack: 'Pack',
  ship: 'Ship',
  ready: 'Ready for pickup',
  hand_over: 'Hand over',
  complete: 'Complete',
}
const taskLabel = (task: OrderTask, { money }: OrderRecord): ReactNode =>
  task === 'refund' ? `Refund ${formatDollars(money.refundable.total)}` : labels[task]

import { type ReactNode, useRef } from 'react'
import { useHotkeys } from 'react-hotkeys-hook'
import { may } from '#contract/permissions.ts'
import { formatDollars } from '#domain/money.ts'
import { shopDayOf } from '#domain/month.ts'
import { useStaff } from '../../client/session.tsx'
import { Button } from '../../ui/Button.tsx'
import { type OrderFile, pieces } from './order-file.ts'
import { nextTask, type OrderTask } from './order-tasks.ts'
import { useOrderAct } from './use-order-act.ts'
import { useTask } from './use-task.ts'
import { waitingWords } from './waiting-words.ts'

/** The one thing to do next: packing and making ready at once, everything else after a look at its dialog. */
export function NextTask({ file }: { file: OrderFile }) {
  const { role } = useStaff()
  const button = useRef<HTMLButtonElement>(null)
  const { open, task: opened } = useTask()
  const params = { order_id: file.order.id }
  const body = { expected_steps: file.fulfillment.steps_taken }
  const unpack = useOrderAct('voidShipment', { done: 'Unpacked again.' })
  const pack = useOrderAct('packOrder', {
    done: `${pieces(file.fulfillment.open_units)} packed.`,
    // Of what was packed by this, if nothing was done with the order's parcels since.
    undo: ({ fulfillment: { shipments, steps_taken } }) => {
      const shipment_id = Math.max(...shipments.map(({ id }) => id))
      return () =>
        unpack.mutate({ params, body: { shipment_id, reason: 'Undone at once', expected_steps: steps_taken } })
    },
  })
  const ready = useOrderAct('readyForPickup', { done: 'Ready. The customer gets an email.' })
  const task = nextTask(file, (permission) => may(role, permission))
  const busy = pack.isPending || ready.isPending

  function go() {
    if (task === undefined || busy) return
    // A check that may still bounce is asked about first.
    if (task === 'pack' && file.money.clears_on === null) pack.mutate({ params, body })
    else if (task === 'ready') ready.mutate({ params, body })
    else open(task)
  }
  /** As a press of the button, which has the focus again once its dialog is closed. */
  function goByKey() {
    button.current?.focus({ preventScroll: true })
    go()
  }
  // Two keys of the same press would be two steps: the second waits for what the first one did.
  useHotkeys('n', goByKey, { enabled: opened === undefined, preventDefault: true }, [task, busy, file])

  if (task === undefined) {
    const words = waitingWords(file, shopDayOf(Date.now()))
    return words === undefined ? null : <p className="max-w-72 self-center text-small text-muted">{words}</p>
  }
  return (
    <Button ref={button} kind="primary" busy={busy} onClick={go} aria-keyshortcuts="n">
      {labelOf(task, file)}
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
const labelOf = (task: OrderTask, { money }: OrderFile): ReactNode =>
  task === 'refund' ? `Refund ${formatDollars(money.refundable.total)}` : labels[task]

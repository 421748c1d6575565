import { useParams } from 'react-router'
import { useChanges } from '../api/use-changes.ts'
import { showToast } from '../ui/toasts.tsx'

/** Applies changes by other staff automatically, and names who changed the open order. */
export function ChangeWatcher() {
  const { order_id } = useParams()
  useChanges((changes) => {
    const orderChange = changes.find(
      ({ subject_kind, subject_id }) => subject_kind === 'order' && subject_id === order_id,
    )
    if (orderChange) showToast(`${orderChange.actor} just changed this order.`)
  })
  return null
}

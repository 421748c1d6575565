import { useParams } from 'react-router'
import { useChanges } from '../api/use-changes.ts'
import { say } from '../ui/toasts.tsx'

/** Applies changes by other staff automatically, and names who changed the open order. */
export function FollowChanges() {
  const { order_id } = useParams()
  useChanges((changes) => {
    const here = changes.find(({ subject_kind, subject_id }) => subject_kind === 'order' && subject_id === order_id)
    if (here) say(`${here.actor} just changed this order.`)
  })
  return null
}

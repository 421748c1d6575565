import { useParams } from 'react-router'
import { useChanges } from '../client/use-changes.ts'
import { say } from '../ui/toasts.tsx'

/** What others do appears by itself; who changed the order that is open is said as well. */
export function FollowChanges() {
  const { order_id } = useParams()
  useChanges((changes) => {
    const here = changes.find(({ subject_kind, subject_id }) => subject_kind === 'order' && subject_id === order_id)
    if (here) say(`${here.who} just changed this order.`)
  })
  return null
}

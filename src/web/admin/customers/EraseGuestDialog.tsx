import { useState } from 'react'
import type { Guest } from '#contract/privacy/admin-calls.ts'
import { ApiError } from '#web/api/api.ts'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { EraseDialog } from './EraseDialog.tsx'

type EraseGuestDialogProps = { email: string; guest: Guest; onClose: () => void; onErased: (orders: number) => void }

/** Erases only what was shown; if the data changed since, the server refuses and returns the current state. */
export function EraseGuestDialog({ email, guest, onClose, onErased }: EraseGuestDialogProps) {
  const [current, setCurrent] = useState(guest)
  const erase = useAdminMutation('eraseGuest', { hideErrorToast: true, onSuccess: ({ orders }) => onErased(orders) })
  const { order_count, version } = current
  return (
    <EraseDialog
      title="Erase this guest’s data"
      openItems={current.open}
      onClose={onClose}
      onErase={(fields) =>
        erase.mutateAsync({ body: { ...fields, email, version } }).catch((error: unknown) => {
          const latest = error instanceof ApiError ? (error.problem?.guest as Guest | undefined) : undefined
          if (latest) setCurrent(latest)
          throw error
        })
      }
    >
      Personal data of the customer of {order_count === 1 ? 'this order' : `these ${order_count} orders`} will be erased
      right away, from the orders and from all notes and emails about them. Order numbers, dates, items, amounts, tax,
      state and ZIP are kept. This can’t be undone.
    </EraseDialog>
  )
}

import type { Guest } from '#contract/privacy/admin-calls.ts'
import { openBusinessLabels } from '#contract/privacy/labels.ts'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { useExpectedVersion } from '../api/use-expected-version.ts'
import { ConcurrentChanges } from '../ui/ConcurrentChanges.tsx'
import { EraseDialog } from './EraseDialog.tsx'

type EraseGuestDialogProps = { email: string; guest: Guest; onClose: () => void; onErased: (orders: number) => void }

/** Erases only what was shown; if the data changed since, the server refuses and returns the current state. */
export function EraseGuestDialog({ email, guest, onClose, onErased }: EraseGuestDialogProps) {
  const { opened, latest, sendExpected } = useExpectedVersion(guest)
  const erase = useAdminMutation('eraseGuest', { hideErrorToast: true, onSuccess: ({ orders }) => onErased(orders) })
  const { order_count } = latest
  return (
    <EraseDialog
      title="Erase this guest’s data"
      openItems={latest.open}
      changes={<ConcurrentChanges opened={opened} latest={latest} facts={guestFacts} />}
      onClose={onClose}
      onErase={(fields) =>
        sendExpected((expected_version) => erase.mutateAsync({ body: { ...fields, email, expected_version } }))
      }
    >
      Personal data of the customer of {order_count === 1 ? 'this order' : `these ${order_count} orders`} will be erased
      right away, from the orders and from all notes and emails about them. Order numbers, dates, items, amounts, tax,
      state and ZIP are kept. This can’t be undone.
    </EraseDialog>
  )
}

const guestFacts = ({ order_count, open, mails }: Guest) => ({
  Orders: String(order_count),
  'Still open': openBusinessLabels(open).join('; '),
  Emails: String(mails),
})

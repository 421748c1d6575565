import Ellipsis from 'lucide-react/icons/ellipsis'
import { useHasPermission } from '#web/admin/api/session.tsx'
import { IconButton } from '../../ui/Button.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import type { LedgerEntry } from './order-record.ts'
import { useOrderMutation } from './use-order-mutation.ts'
import { useTask } from './use-task.ts'

/** Actions on a payment, which is never edited but reversed by a new entry. */
export function EntryMenu({ entry, isUndone, today }: { entry: LedgerEntry; isUndone: boolean; today: string }) {
  const canBook = useHasPermission('payments.book')
  const canRefund = useHasPermission('payments.refund')
  const { open } = useTask()
  const clear = useOrderMutation('clearCheck', { successMessage: 'Check marked as cleared.' })
  const { id, kind, method, cleared_on, clears_on } = entry
  const isReversible = entry.entry === 'payment' && id !== null && !isUndone && kind !== 'correction'
  if (!canBook || !isReversible || (kind === 'refunded' && !canRefund)) return null
  const isCheck = kind === 'received' && method === 'check'
  return (
    <Menu
      trigger={
        <IconButton label={`Actions for this ${kind === 'refunded' ? 'refund' : 'payment'}`} className="-my-1.5">
          <Ellipsis size={17} aria-hidden />
        </IconButton>
      }
    >
      {isCheck && cleared_on === null && clears_on !== null && clears_on > today && (
        <MenuItem onSelect={() => clear.mutate({ params: { payment_id: id } })}>The check has cleared</MenuItem>
      )}
      {isCheck && (
        <MenuItem danger onSelect={() => open('bounced', id)}>
          The check bounced …
        </MenuItem>
      )}
      <MenuItem danger onSelect={() => open('correct', id)}>
        Undo …
      </MenuItem>
    </Menu>
  )
}

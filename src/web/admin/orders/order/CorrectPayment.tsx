import { formatDollars } from '#domain/money.ts'
import { formatWhole } from '#domain/whole-number.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { TextField } from '../../ui/fields.tsx'
import { textOf } from '../../ui/read-form.ts'
import type { DialogOfOneProps } from './dialog-props.ts'
import { ledgerTitle } from './ledger-words.ts'
import { useOrderAct } from './use-order-act.ts'

/** Reverses a payment or refund with a new entry, or books a check as bounced. */
export function CorrectPayment({ file, of, isBounced, onClose }: DialogOfOneProps & { isBounced: boolean }) {
  const { ledger, money, order } = file
  const correct = useOrderAct('correctPayment', {
    done: isBounced ? 'The check is marked as bounced.' : 'The entry is undone.',
    isQuiet: true,
  })
  const entry = ledger.find(({ entry, id }) => entry === 'payment' && id === of)
  if (!entry) return null
  const balance = money.balance - entry.change
  const isUndone = ledger.some(({ corrects_id }) => corrects_id === of)
  return (
    <FormDialog
      open
      onClose={onClose}
      danger
      title={isBounced ? 'The check bounced' : 'Undo this entry'}
      submit={isBounced ? 'Mark as bounced' : 'Undo'}
      onSubmit={(form) =>
        correct.mutateAsync({
          params: { payment_id: of },
          body: { reason: textOf(form, 'reason'), bounced: isBounced },
        })
      }
    >
      {isUndone ? (
        <p>Somebody else has already undone this entry.</p>
      ) : (
        <div className="figures grid gap-1">
          <p>
            {ledgerTitle(entry)}: {formatDollars(Math.abs(entry.change))}
            {entry.reference !== '' && `, no. ${entry.reference}`}
          </p>
          <p>
            The entry stays, and one of its own undoes it. The balance goes from {formatDollars(money.balance)} to{' '}
            <strong>{formatDollars(balance)}</strong>.
          </p>
          {order.status === 'completed' && balance > money.tolerance && (
            <p>
              The order is opened again, and its {formatWhole(order.pv)} PV are taken back. Stock stays as it is;
              completing the order again counts anew.
            </p>
          )}
        </div>
      )}
      <TextField label="Why" name="reason" defaultValue={isBounced ? 'The bank returned the check.' : ''} autoFocus />
    </FormDialog>
  )
}

import { correctContactCall } from '#contract/orders/admin-changes.ts'
import { useAdminForm } from '#web/admin/api/use-admin-form.ts'
import { useExpectedVersion } from '#web/admin/api/use-expected-version.ts'
import { TextField } from '#web/ui/fields.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import type { DialogProps } from './dialog-props.ts'
import { OrderChanges } from './OrderChanges.tsx'
import { useOrderMutation } from './use-order-mutation.ts'

type ContactField = 'first_name' | 'last_name' | 'user_email' | 'phone_number'

const fields: { name: ContactField; label: string; hint?: string; type?: string }[] = [
  { name: 'first_name', label: 'First name' },
  { name: 'last_name', label: 'Last name' },
  { name: 'user_email', label: 'Email', type: 'email', hint: 'We’ll send a new order link here.' },
  { name: 'phone_number', label: 'Phone', type: 'tel' },
]

/** Corrects mistyped contact details. */
export function CorrectContact({ record, onClose }: DialogProps) {
  const { order, customer } = record
  const { opened, latest, sendExpected } = useExpectedVersion(record)
  const { first_name, last_name, user_email, phone_number } = opened.order
  const correct = useOrderMutation('correctContact', { successMessage: 'Contact corrected.', hideErrorToast: true })
  const form = useAdminForm({
    call: correctContactCall,
    fields: { first_name, last_name, user_email, phone_number, reason: '' },
    body: (fields) => ({ ...fields, expected_version: opened.version }),
    send: (body) =>
      sendExpected((expected_version) =>
        correct.mutateAsync({ params: { order_id: order.id }, body: { ...body, expected_version } }),
      ),
  })
  return (
    <FormDialog open onClose={onClose} title="Correct contact" submit="Save" {...form.dialog}>
      <OrderChanges opened={opened} latest={latest} />
      <p>
        Earlier links to the order will stop working.
        {customer.user_id !== null && ' The customer’s account doesn’t change.'}
      </p>
      {fields.map(({ name, ...labels }, index) => (
        <TextField key={name} {...labels} {...form.field(name)} autoFocus={index === 0} />
      ))}
      <TextField label="Reason" {...form.field('reason')} />
    </FormDialog>
  )
}

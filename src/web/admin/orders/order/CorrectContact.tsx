import { useState } from 'react'
import type { AdminInput } from '#contract/admin-calls.ts'
import { correctContactCall } from '#contract/orders/admin-changes.ts'
import { useAdminForm } from '#web/admin/api/use-admin-form.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import type { DialogProps } from './dialog-props.ts'
import { useExpectedVersion } from './use-expected-version.ts'
import { useOrderMutation } from './use-order-mutation.ts'

type Contact = AdminInput<'correctContact'>['body']['expected']

const fields: { name: keyof Contact; label: string; hint?: string; type?: string }[] = [
  { name: 'first_name', label: 'First name' },
  { name: 'last_name', label: 'Last name' },
  { name: 'user_email', label: 'Email', type: 'email', hint: 'We’ll send a new order link here.' },
  { name: 'phone_number', label: 'Phone', type: 'tel' },
]

/** Corrects mistyped contact details. */
export function CorrectContact({ record: { order, customer }, onClose }: DialogProps) {
  const { first_name, last_name, user_email, phone_number } = order
  const current: Contact = { first_name, last_name, user_email, phone_number }
  const { expected, sendExpected } = useExpectedVersion(current, 'contact')
  /** Initial values of the fields; the page may refresh with concurrent changes. */
  const [initial] = useState(current)
  const correct = useOrderMutation('correctContact', { successMessage: 'Contact corrected.', hideErrorToast: true })
  const form = useAdminForm({
    call: correctContactCall,
    fields: { ...initial, reason: '' },
    body: (fields) => ({ ...fields, expected }),
    send: (body) => sendExpected(() => correct.mutateAsync({ params: { order_id: order.id }, body })),
  })
  return (
    <FormDialog open onClose={onClose} title="Correct contact" submit="Save" {...form.dialog}>
      {fields.some(({ name }) => expected[name] !== initial[name]) && (
        <Alert tone="warning">
          {`The contact is now ${expected.first_name} ${expected.last_name}, ${expected.user_email}, ${expected.phone_number}. Your entries below replace it.`}
        </Alert>
      )}
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

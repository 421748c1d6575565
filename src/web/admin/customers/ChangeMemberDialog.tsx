import { changeMemberCall } from '#contract/customers/admin-calls.ts'
import { Select, TextField } from '#web/ui/fields.tsx'
import { useAdminForm } from '../api/use-admin-form.ts'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { useExpectedVersion } from '../api/use-expected-version.ts'
import { type Member, memberFacts, memberStatuses, memberTypes } from '../shared/member-labels.ts'
import { ConcurrentChanges } from '../ui/ConcurrentChanges.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'

/** Changes name, phone number, type or status. Shows concurrent changes and keeps unsaved input. */
export function ChangeMemberDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const { opened: initial, latest, sendExpected } = useExpectedVersion(member)
  const change = useAdminMutation('changeMember', { hideErrorToast: true, successMessage: 'Member details saved.' })
  const { first_name, last_name, phone_number, type, status } = initial
  const form = useAdminForm({
    call: changeMemberCall,
    fields: { first_name, last_name, phone_number, type, status, reason: '' },
    body: ({ reason, ...fields }) => ({ ...changesOf(fields, initial), expected_version: initial.version, reason }),
    send: (body) =>
      sendExpected((expected_version) =>
        change.mutateAsync({ params: { member_id: initial.id }, body: { ...body, expected_version } }),
      ),
  })
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`Change ${initial.first_name} ${initial.last_name}`}
      submit="Save"
      {...form.dialog}
    >
      <ConcurrentChanges opened={initial} latest={latest} facts={memberFacts} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...form.field('first_name')} label="First name" autoFocus />
        <TextField {...form.field('last_name')} label="Last name" />
        <TextField {...form.field('phone_number')} label="Phone number" type="tel" className="sm:col-span-2" />
        <Select {...form.field('type')} label="Type">
          {Object.entries(memberTypes).map(([type, label]) => (
            <option key={type} value={type}>
              {label}
            </option>
          ))}
        </Select>
        <Select {...form.field('status')} label="Status" hint="Suspending or closing signs the member out everywhere.">
          {Object.entries(memberStatuses).map(([status, { label }]) => (
            <option key={status} value={status}>
              {label}
            </option>
          ))}
        </Select>
      </div>
      <TextField {...form.field('reason')} label="Reason" hint="Saved in the audit log." />
    </FormDialog>
  )
}

/** Fields whose value changed. */
const changesOf = <Fields extends Partial<Member>>(fields: Fields, original: Member): Partial<Fields> =>
  Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => String(value).trim() !== original[name as keyof Member]),
  ) as Partial<Fields>

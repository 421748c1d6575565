import { useState } from 'react'
import { changeMemberCall } from '#contract/customers/admin-calls.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Select, TextField } from '#web/ui/fields.tsx'
import { useAdminForm } from '../api/use-admin-form.ts'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import {
  differences,
  fieldNames,
  type Member,
  memberNow,
  memberStatuses,
  memberTypes,
} from '../shared/member-labels.ts'
import { FormDialog } from '../ui/FormDialog.tsx'

/** Changes name, phone number, type or status. Shows concurrent changes and keeps unsaved input. */
export function ChangeMemberDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  /** Values when the dialog opened; after a conflict, the current ones. */
  const [seen, setSeen] = useState(member)
  const [opened] = useState(member)
  const change = useAdminMutation('changeMember', { isQuiet: true, done: 'Member details saved.' })
  const theirs = differences(opened, seen)
  const { first_name, last_name, phone_number, type, status } = opened
  const form = useAdminForm({
    call: changeMemberCall,
    fields: { first_name, last_name, phone_number, type, status, reason: '' },
    body: ({ reason, ...fields }) => ({ ...changesOf(fields, opened), version: seen.version, reason }),
    send: (body) =>
      change.mutateAsync({ params: { member_id: opened.id }, body }).catch((error: unknown) => {
        const now = memberNow(error)
        if (now) setSeen(now)
        throw error
      }),
  })
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`Change ${opened.first_name} ${opened.last_name}`}
      submit="Save"
      {...form.dialog}
    >
      {theirs.length > 0 && (
        <Alert tone="note">
          <span>
            {theirs.map(({ field, from, to }) => `${fieldNames[field]}: changed from ${from} to ${to}.`).join(' ')}{' '}
            Saving changes only the fields you edited.
          </span>
        </Alert>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...form.field('first_name')} label="First name" autoFocus />
        <TextField {...form.field('last_name')} label="Last name" />
        <TextField {...form.field('phone_number')} label="Phone number" type="tel" className="sm:col-span-2" />
        <Select {...form.field('type')} label="Type">
          {Object.entries(memberTypes).map(([type, words]) => (
            <option key={type} value={type}>
              {words}
            </option>
          ))}
        </Select>
        <Select {...form.field('status')} label="Status" hint="Suspending or closing signs the member out everywhere.">
          {Object.entries(memberStatuses).map(([status, { words }]) => (
            <option key={status} value={status}>
              {words}
            </option>
          ))}
        </Select>
      </div>
      <TextField {...form.field('reason')} label="Reason" hint="Saved in the audit log." />
    </FormDialog>
  )
}

/** The fields whose value is another one. */
const changesOf = <Fields extends Partial<Member>>(fields: Fields, before: Member): Partial<Fields> =>
  Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => String(value).trim() !== before[name as keyof Member]),
  ) as Partial<Fields>

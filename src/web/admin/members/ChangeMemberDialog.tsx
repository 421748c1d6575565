import { useState } from 'react'
import { Alert } from '#web/ui/Alert.tsx'
import { Select, TextField } from '#web/ui/fields.tsx'
import { useAdminMutation } from '../client/use-admin-mutation.ts'
import { FormDialog } from '../ui/FormDialog.tsx'
import { textOf } from '../ui/read-form.ts'
import { differences, fieldNames, type Member, memberNow, memberStatuses, memberTypes } from './member-labels.ts'

/** Changes name, phone number, type or status. Shows concurrent changes and keeps unsaved input. */
export function ChangeMemberDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  /** Values when the dialog opened; after a conflict, the current ones. */
  const [seen, setSeen] = useState(member)
  const [opened] = useState(member)
  const change = useAdminMutation('changeMember', { isQuiet: true, done: 'Member details saved.' })
  const theirs = differences(opened, seen)
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`Change ${opened.first_name} ${opened.last_name}`}
      submit="Save"
      onSubmit={(form) => {
        const changed = <Name extends 'first_name' | 'last_name' | 'phone_number' | 'type' | 'status'>(name: Name) => {
          const value = textOf(form, name) as Member[Name]
          return value === opened[name] ? {} : { [name]: value }
        }
        return change
          .mutateAsync({
            params: { member_id: opened.id },
            body: {
              ...changed('first_name'),
              ...changed('last_name'),
              ...changed('phone_number'),
              ...changed('type'),
              ...changed('status'),
              version: seen.version,
              reason: textOf(form, 'reason'),
            },
          })
          .catch((error: unknown) => {
            const now = memberNow(error)
            if (now) setSeen(now)
            throw error
          })
      }}
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
        <TextField name="first_name" label="First name" defaultValue={opened.first_name} autoFocus />
        <TextField name="last_name" label="Last name" defaultValue={opened.last_name} />
        <TextField
          name="phone_number"
          label="Phone number"
          type="tel"
          defaultValue={opened.phone_number}
          className="sm:col-span-2"
        />
        <Select name="type" label="Type" defaultValue={opened.type}>
          {Object.entries(memberTypes).map(([type, words]) => (
            <option key={type} value={type}>
              {words}
            </option>
          ))}
        </Select>
        <Select
          name="status"
          label="Status"
          defaultValue={opened.status}
          hint="Suspending or closing signs the member out everywhere."
        >
          {Object.entries(memberStatuses).map(([status, { words }]) => (
            <option key={status} value={status}>
              {words}
            </option>
          ))}
        </Select>
      </div>
      <TextField name="reason" label="Reason" hint="Saved in the audit log." />
    </FormDialog>
  )
}

import UserPlus from 'lucide-react/icons/user-plus'
import { type ComponentProps, useState } from 'react'
import type { AdminResponse } from '#contract/admin-calls.ts'
import { addStaffCall, changeStaffCall } from '#contract/identity/staff.ts'
import { type Role, roles } from '#contract/permissions.ts'
import { Select, TextArea, TextField } from '#web/ui/fields.tsx'
import { useAdminQuery } from '../api/query.ts'
import { useAdminForm } from '../api/use-admin-form.ts'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { useExpectedVersion } from '../api/use-expected-version.ts'
import { Button } from '../ui/Button.tsx'
import { ConcurrentChanges } from '../ui/ConcurrentChanges.tsx'
import { type DataColumn, DataTable } from '../ui/DataTable.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { Checkbox } from '../ui/fields.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { StateDot } from '../ui/StateDot.tsx'
import { Loaded } from '../ui/states.tsx'
import { TimeAgo } from '../ui/TimeAgo.tsx'
import { ResetStaff } from './ResetStaff.tsx'
import { outcomeMessage, roleLabels, staffFacts } from './staff-labels.ts'

type Person = AdminResponse<'staffList'>['staff'][number]

/** Staff accounts, for owners only (docs/back-office §1). */
export default function StaffPage() {
  const list = useAdminQuery('staffList')
  const [isAdding, setAdding] = useState(false)
  const [changingPerson, setChangingPerson] = useState<Person>()
  const actions = (person: Person) => (
    <span className="relative z-10 inline-flex gap-1">
      <Button kind="quiet" onClick={() => setChangingPerson(person)}>
        Edit
      </Button>
      <ResetStaff person={person} />
    </span>
  )
  return (
    <>
      <PageHeader
        title="Staff"
        actions={
          <Button kind="primary" icon={<UserPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
            Add staff
          </Button>
        }
      />
      <Loaded query={list}>
        {({ staff }) => (
          <DataTable
            label="Staff"
            rows={staff}
            columns={[...columns, { id: 'do', header: '', end: true, cell: actions }]}
            idOf={({ id }) => String(id)}
            mobileRow={(person) => (
              <div className="grid grid-cols-1 gap-1">
                <PersonName person={person} />
                <p className="flex flex-wrap gap-x-4 gap-y-1">
                  {roleLabels[person.role].name} <Access person={person} />
                  <span className="text-muted">Two-step sign-in: {person.two_factor ? 'on' : 'off'}</span>
                </p>
                <div className="-ml-3">{actions(person)}</div>
              </div>
            )}
          />
        )}
      </Loaded>
      {isAdding && <AddStaff onClose={() => setAdding(false)} />}
      {changingPerson && <ChangeStaff person={changingPerson} onClose={() => setChangingPerson(undefined)} />}
    </>
  )
}

const PersonName = ({ person: { name, email } }: { person: Person }) => (
  <span className="wrap-anywhere">
    <span className="font-[560]">{name || email}</span>
    {name && <span className="block text-small font-normal text-muted">{email}</span>}
  </span>
)

function Access({ person: { active, password_set } }: { person: Person }) {
  if (!active) return <StateDot tone="idle">Not active</StateDot>
  if (!password_set) return <StateDot tone="waiting">Password not set yet</StateDot>
  return <StateDot tone="good">Active</StateDot>
}

const columns: readonly DataColumn<Person>[] = [
  { id: 'name', header: 'Name', cell: (person) => <PersonName person={person} /> },
  { id: 'role', header: 'Role', cell: ({ role }) => roleLabels[role].name },
  { id: 'state', header: 'Status', cell: (person) => <Access person={person} /> },
  {
    id: 'factor',
    header: 'Two-step sign-in',
    cell: ({ two_factor }) => (two_factor ? <StateDot tone="good">On</StateDot> : <StateDot tone="idle">Off</StateDot>),
  },
  {
    id: 'seen',
    header: 'Last sign-in',
    cell: ({ last_signed_in_at }) =>
      last_signed_in_at === null ? <span className="text-muted">never</span> : <TimeAgo at={last_signed_in_at} />,
  },
]

const RoleSelect = (select: Omit<ComponentProps<typeof Select>, 'label'>) => (
  <Select {...select} label="Role" hint="Owners can also change settings, close and pay months, and manage staff.">
    {roles.map((role) => (
      <option key={role} value={role}>
        {roleLabels[role].name} – {roleLabels[role].description}
      </option>
    ))}
  </Select>
)

function AddStaff({ onClose }: { onClose: () => void }) {
  const add = useAdminMutation('addStaff', { hideErrorToast: true, successMessage: outcomeMessage('Invitation sent.') })
  const form = useAdminForm({
    call: addStaffCall,
    fields: { email: '', name: '', role: 'clerk' as Role, reason: '' },
    body: (fields) => fields,
    send: (body) => add.mutateAsync({ body }),
  })
  return (
    <FormDialog open onClose={onClose} title="Add staff" submit="Add" {...form.dialog}>
      <TextField label="Email" {...form.field('email')} type="email" />
      <TextField label="Name" {...form.field('name')} optional />
      <RoleSelect {...form.field('role')} />
      <TextArea label="Reason" {...form.field('reason')} hint="Saved in the audit log. May need a second approval." />
    </FormDialog>
  )
}

function ChangeStaff({ person, onClose }: { person: Person; onClose: () => void }) {
  const change = useAdminMutation('changeStaff', {
    hideErrorToast: true,
    successMessage: outcomeMessage('Account updated.'),
  })
  const { opened, latest, sendExpected } = useExpectedVersion(person)
  const { id, email, name, role, active } = opened
  const form = useAdminForm({
    call: changeStaffCall,
    fields: { email, name, role, active, reason: '' },
    body: (fields) => ({
      staff_id: id,
      ...(fields.email !== email && { email: fields.email }),
      ...(fields.name !== name && { name: fields.name }),
      ...(fields.role !== role && { role: fields.role }),
      ...(fields.active !== active && { active: fields.active }),
      reason: fields.reason,
      expected_version: opened.version,
    }),
    send: (body) => sendExpected((expected_version) => change.mutateAsync({ body: { ...body, expected_version } })),
  })
  return (
    <FormDialog open onClose={onClose} title={`Edit ${name || email}`} submit="Save" {...form.dialog}>
      <ConcurrentChanges opened={opened} latest={latest} facts={staffFacts} />
      <TextField label="Email" {...form.field('email')} type="email" />
      <TextField label="Name" {...form.field('name')} />
      <RoleSelect {...form.field('role')} />
      <Checkbox
        label="Can sign in"
        {...form.field('active')}
        hint="Turning this off signs them out everywhere right away."
      />
      <TextArea label="Reason" {...form.field('reason')} />
    </FormDialog>
  )
}

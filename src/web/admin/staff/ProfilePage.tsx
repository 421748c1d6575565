import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { changeOwnNameCall } from '#contract/identity/staff-profile.ts'
import { TextField } from '#web/ui/fields.tsx'
import { adminQuery } from '../api/query.ts'
import { useAdminForm } from '../api/use-admin-form.ts'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { Button } from '../ui/Button.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Section } from '../ui/Section.tsx'
import { Loaded } from '../ui/states.tsx'
import { TimeAgo } from '../ui/TimeAgo.tsx'
import { ChangePassword } from './profile/ChangePassword.tsx'
import { SecondFactor } from './profile/SecondFactor.tsx'
import { roleLabels } from './staff-labels.ts'

const signInLabels = { signed_in: 'Signed in', signed_out: 'Signed out', sign_in_failed: 'Sign-in failed' }

/** Personal profile of a staff member: name, password, second factor and sessions. */
export default function ProfilePage() {
  const profile = useQuery(adminQuery('ownProfile'))
  const endOthers = useAdminMutation('endOtherSignIns', { successMessage: 'Signed out everywhere else.' })
  return (
    <>
      <PageHeader title="My profile" />
      <Loaded query={profile}>
        {(data) => (
          <div className="grid max-w-text gap-8">
            <Section title="You" actions={<ChangeName name={data.name} />}>
              <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-8 gap-y-1.5">
                <dt className="text-muted">Name</dt>
                <dd>{data.name || '–'}</dd>
                <dt className="text-muted">Email</dt>
                <dd className="wrap-anywhere">{data.email}</dd>
                <dt className="text-muted">Role</dt>
                <dd>
                  {roleLabels[data.role].name} – {roleLabels[data.role].description}
                </dd>
              </dl>
            </Section>
            <Section title="Password" actions={<ChangePassword />}>
              <p className="mt-2 text-muted">Changing it signs you out everywhere else.</p>
            </Section>
            <SecondFactor profile={data} />
            <Section
              title="Active sessions"
              actions={
                data.sessions.length > 1 && (
                  <Button kind="quiet" busy={endOthers.isPending} onClick={() => endOthers.mutate({})}>
                    Sign out everywhere else
                  </Button>
                )
              }
            >
              <ul>
                {data.sessions.map(({ signed_in_at, last_used_at, current }) => (
                  <li
                    key={signed_in_at}
                    className="flex flex-wrap justify-between gap-x-4 border-b border-hairline py-2"
                  >
                    <span>
                      Since <TimeAgo at={signed_in_at} />
                    </span>
                    <span className="text-muted">{current ? 'this session' : <TimeAgo at={last_used_at} />}</span>
                  </li>
                ))}
              </ul>
            </Section>
            <Section title="Latest sign-ins">
              <ul>
                {data.sign_ins.map(({ at, event, from }) => (
                  <li key={at + event} className="flex flex-wrap justify-between gap-x-4 border-b border-hairline py-2">
                    <span className={event === 'sign_in_failed' ? 'text-danger' : undefined}>
                      {signInLabels[event]}
                    </span>
                    <span className="figures text-muted">
                      {from} · <TimeAgo at={at} />
                    </span>
                  </li>
                ))}
              </ul>
            </Section>
          </div>
        )}
      </Loaded>
    </>
  )
}

function ChangeName({ name }: { name: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button kind="quiet" onClick={() => setOpen(true)}>
        Change name
      </Button>
      {isOpen && <ChangeNameDialog name={name} onClose={() => setOpen(false)} />}
    </>
  )
}

function ChangeNameDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const change = useAdminMutation('changeOwnName', { hideErrorToast: true, successMessage: 'Name updated.' })
  const form = useAdminForm({
    call: changeOwnNameCall,
    fields: { name },
    body: (fields) => fields,
    send: (body) => change.mutateAsync({ body }),
  })
  return (
    <FormDialog open onClose={onClose} title="Change your name" submit="Change" {...form.dialog}>
      <TextField {...form.field('name')} label="Name" autoComplete="name" />
    </FormDialog>
  )
}

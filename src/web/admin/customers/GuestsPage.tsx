import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { adminPaths } from '#contract/admin-paths.ts'
import { fillPath } from '#contract/paths.ts'
import { type Guest, previewGuestCall } from '#contract/privacy/admin-calls.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { adminPost } from '../api/api.ts'
import { errorMessage, fieldErrors } from '../api/error-messages.ts'
import { useAdminForm } from '../api/use-admin-form.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { FieldErrors } from '../ui/FieldErrors.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Section } from '../ui/Section.tsx'
import { Empty, RowsSkeleton } from '../ui/states.tsx'
import { EraseGuestDialog } from './EraseGuestDialog.tsx'
import { retentionGroups, tableLabel } from './guest-labels.ts'
import { OrderTable } from './OrderTable.tsx'

/**
 * Erases people who ordered without an account (docs/back-office §4). The email stays out of the URL because browsers
 * and servers log URLs.
 */
export default function GuestsPage() {
  const [erased, setErased] = useState<{ orders: number }>()
  const find = useMutation({ mutationFn: (email: string) => adminPost('previewGuest', { body: { email } }) })
  const form = useAdminForm({
    call: previewGuestCall,
    fields: { email: '' },
    body: (fields) => fields,
    send: async ({ email }) => find.mutate(email),
  })
  const doneAlert = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (erased) doneAlert.current?.focus()
  }, [erased])

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setErased(undefined)
    void form.dialog.onSubmit()
  }
  const errors = { ...fieldErrors(find.error), ...form.dialog.errors }
  return (
    <>
      <PageLink to={adminPaths.members} className="text-link text-small">
        Members
      </PageLink>
      <PageHeader title="Guests">
        <p className="max-w-text text-muted">Find a guest by the exact email used on their order or message.</p>
        {/* The key resets the form, so that no email remains in it. */}
        <form
          key={String(erased !== undefined)}
          noValidate
          method="post"
          onSubmit={submit}
          className="flex flex-wrap items-end gap-2"
        >
          <FieldErrors value={errors}>
            <TextField
              {...form.field('email')}
              type="email"
              label="Email on the order"
              className="w-full sm:w-80"
              required
            />
          </FieldErrors>
          {/* Stays enabled while searching: Enter for another email would be lost. */}
          <Button kind="primary" type="submit">
            Find
          </Button>
        </form>
      </PageHeader>
      {erased && (
        <Alert tone="success" ref={doneAlert}>
          <span>
            Erased. {erased.orders === 1 ? 'One order stays on record.' : `${erased.orders} orders stay on record.`}
          </span>
        </Alert>
      )}
      {find.isPending ? (
        <RowsSkeleton />
      ) : find.error ? (
        Object.keys(errors).length === 0 && <Alert tone="danger">{errorMessage(find.error)}</Alert>
      ) : (
        find.data && (
          <GuestDetails
            key={find.data.version}
            email={find.variables}
            guest={find.data}
            onErased={(orders) => {
              find.reset()
              form.reset()
              setErased({ orders })
            }}
          />
        )
      )}
    </>
  )
}

type GuestDetailsProps = { email: string; guest: Guest; onErased: (orders: number) => void }

function GuestDetails({ email, guest, onErased }: GuestDetailsProps) {
  const [isErasing, setErasing] = useState(false)
  const { member_id, order_count, orders, tables, mails } = guest
  if (member_id !== null)
    return (
      <Empty
        title="This email belongs to an account"
        action={<ButtonLink to={fillPath(adminPaths.member, { member_id })}>View member</ButtonLink>}
      >
        To erase a member’s data, go to their page. This also erases it from their orders.
      </Empty>
    )
  return (
    <div className="grid gap-9">
      <Section
        title="Orders"
        note={order_count > orders.length ? `the latest ${orders.length} of ${order_count}` : order_count}
        actions={
          <Button kind="danger" onClick={() => setErasing(true)}>
            Erase
          </Button>
        }
      >
        <OrderTable label="Orders" orders={orders} />
      </Section>
      <div className="grid items-start gap-x-12 gap-y-9 lg:grid-cols-3">
        {retentionGroups.map(({ action, title, note }) => (
          <Section key={action} title={title}>
            <p className="pt-2 text-small text-muted">{note}</p>
            <dl className="grid gap-1.5 pt-3">
              {tables
                .filter((table) => table.action === action)
                .map(({ table, rows }) => (
                  <CountRow key={table} name={tableLabel(table)} count={rows} />
                ))}
              {action === 'deleted' && <CountRow name="emails in queue and outbox" count={mails} />}
            </dl>
          </Section>
        ))}
      </div>
      {isErasing && (
        <EraseGuestDialog email={email} guest={guest} onClose={() => setErasing(false)} onErased={onErased} />
      )}
    </div>
  )
}

const CountRow = ({ name, count }: { name: string; count: number }) => (
  <div className="flex justify-between gap-4">
    <dt className="first-letter:uppercase">{name}</dt>
    <dd className="figures">{count.toLocaleString('en-US')}</dd>
  </div>
)

import { useState } from 'react'
import { adminPaths } from '#contract/admin-paths.ts'
import { emptyDemoCall } from '#contract/setup/admin-calls.ts'
import { TextField } from '#web/ui/fields.tsx'
import { useAdminQuery } from '../api/query.ts'
import { useAdminForm } from '../api/use-admin-form.ts'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { Button } from '../ui/Button.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { Section } from '../ui/Section.tsx'

/** Offers to empty a demo shop; nothing for any other. */
export function EmptyDemo() {
  const setup = useAdminQuery('setup')
  const [isOpen, setOpen] = useState(false)
  if (!setup.data?.is_demo) return null
  return (
    <Section title="Demo store">
      <div className="grid max-w-form justify-items-start gap-3 pt-3">
        <p>This store is filled with made-up data. When you’re done trying, empty it and set up your own.</p>
        <Button kind="danger" onClick={() => setOpen(true)}>
          Empty the demo store…
        </Button>
      </div>
      {isOpen && <EmptyDialog onClose={() => setOpen(false)} />}
    </Section>
  )
}

function EmptyDialog({ onClose }: { onClose: () => void }) {
  const { mutateAsync } = useAdminMutation('emptyDemo', { hideErrorToast: true })
  const form = useAdminForm({
    call: emptyDemoCall,
    fields: { shop_name: '' },
    body: (fields) => fields,
    async send(body) {
      await mutateAsync({ body })
      // Nothing that this page has loaded is still there.
      window.location.assign(adminPaths.setup)
    },
  })
  return (
    <FormDialog open onClose={onClose} title="Empty the demo store" submit="Back up and empty" danger {...form.dialog}>
      <p>
        A backup is made first. Then all products, orders, members, posts, settings and other staff are deleted, and the
        store closes until you open it. Your own account and the audit log stay.
      </p>
      <TextField
        {...form.field('shop_name')}
        label="Name of the store"
        hint="Type it to confirm."
        autoComplete="off"
        autoFocus
      />
    </FormDialog>
  )
}

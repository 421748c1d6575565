import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { NewChild, Sales } from '#contract/compensation/sales.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { salesPaths } from './sales-paths.ts'
import { invalidateSales } from './sales-queries.ts'
import { UserForm } from './UserForm.tsx'

/** Adds a person to the user's direct line. */
export function AddUser({ onAdded }: { onAdded: (name: string | undefined) => void }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)
  const content = useRef<HTMLDivElement>(null)

  // The dialog focuses its close button by default.
  useEffect(() => {
    if (open) content.current?.querySelector('input')?.focus()
  }, [open])

  async function showAddedUser(sales: Sales, { first_name, last_name }: NewChild) {
    await invalidateSales(client)
    setOpen(false)
    onAdded(`${first_name.trim()} ${last_name.trim()}`)
    // Members are listed by time of enrollment in the current month, so the newest is last.
    navigate(salesPaths.sales({ page: Math.max(1, sales.page_count) }), { preventScrollReset: true })
  }

  function openDialog() {
    onAdded(undefined)
    setOpen(true)
  }

  return (
    <>
      <Button onClick={openDialog}>Add User</Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="User Detail">
        <div ref={content}>
          <UserForm onSaved={showAddedUser} onCancel={() => setOpen(false)} />
        </div>
      </Dialog>
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import Bookmark from 'lucide-react/icons/bookmark'
import { useState } from 'react'
import type { AdminResponse } from '#contract/admin-calls.ts'
import { adminPaths } from '#contract/admin-paths.ts'
import { adminQuery } from '#web/admin/api/query.ts'
import { useStaff } from '#web/admin/api/session.tsx'
import { useAdminMutation } from '#web/admin/api/use-admin-mutation.ts'
import { TextField } from '#web/ui/fields.tsx'
import { Button } from '../../ui/Button.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { Checkbox } from '../../ui/fields.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import { textOf } from '../../ui/read-form.ts'
import type { TabLink } from '../../ui/Tabs.tsx'
import { showToast } from '../../ui/toasts.tsx'

export type View = AdminResponse<'staffViews'>['views'][number]

/** Personal and shared views of the list. */
export const useViews = (): readonly View[] =>
  useQuery(adminQuery('staffViews', { query: { area: 'orders' } })).data?.views ?? []

export const viewTab = ({ name, query }: View, currentQuery: string): TabLink => ({
  label: name,
  to: `${adminPaths.orders}?${query}`,
  isCurrent: query === currentQuery,
})

/** Saves the current list as a view; personal views can be renamed and deleted. */
export function SaveView({ query, current }: { query: string; current: View | undefined }) {
  const { role } = useStaff()
  const [isOpen, setOpen] = useState(false)
  const [isRenaming, setRenaming] = useState(false)
  const save = useAdminMutation('saveView', {
    hideErrorToast: true,
    successMessage: ({ name }) => `View “${name}” saved.`,
  })
  const change = useAdminMutation('changeView', { hideErrorToast: true, successMessage: 'View updated.' })
  const restore = useAdminMutation('saveView')
  const remove = useAdminMutation('deleteView', {
    onSuccess: () => {
      if (!current) return
      const { area, name, query, shared } = current
      showToast(`View “${name}” deleted.`, { undo: () => restore.mutate({ body: { area, name, query, shared } }) })
    },
  })
  if (query === '') return null
  if (current?.personal)
    return (
      <>
        <Menu
          trigger={
            <Button kind="quiet" icon={<Bookmark size={15} aria-hidden />}>
              View
            </Button>
          }
        >
          <MenuItem onSelect={() => setRenaming(true)}>Rename</MenuItem>
          <MenuItem danger onSelect={() => remove.mutate({ params: { view_id: current.id } })}>
            Delete
          </MenuItem>
        </Menu>
        <FormDialog
          open={isRenaming}
          onClose={() => setRenaming(false)}
          title="Rename the view"
          submit="Rename"
          onSubmit={(form) =>
            change.mutateAsync({
              params: { view_id: current.id },
              body: { name: textOf(form, 'name'), expected_version: current.version },
            })
          }
        >
          <TextField label="Name" name="name" defaultValue={current.name} />
        </FormDialog>
      </>
    )
  if (current) return null
  return (
    <>
      <Button kind="quiet" icon={<Bookmark size={15} aria-hidden />} onClick={() => setOpen(true)}>
        Save view
      </Button>
      <FormDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title="Save this view"
        submit="Save"
        onSubmit={(form) =>
          save.mutateAsync({
            body: { area: 'orders', name: textOf(form, 'name'), query, shared: form.get('shared') === 'on' },
          })
        }
      >
        <p>Saves the current search, filters, sorting and columns as a tab of this list.</p>
        <TextField label="Name" name="name" />
        {role !== 'clerk' && <Checkbox label="Share with all staff" name="shared" />}
      </FormDialog>
    </>
  )
}

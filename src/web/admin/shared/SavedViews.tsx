import { useQuery } from '@tanstack/react-query'
import Bookmark from 'lucide-react/icons/bookmark'
import { useState } from 'react'
import type { AdminResponse } from '#contract/admin-calls.ts'
import { adminPaths } from '#contract/admin-paths.ts'
import { changeViewCall, saveViewCall, type ViewArea } from '#contract/identity/saved-views.ts'
import { TextField } from '#web/ui/fields.tsx'
import { adminQuery } from '../api/query.ts'
import { useStaff } from '../api/session.tsx'
import { useAdminForm } from '../api/use-admin-form.ts'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { useExpectedVersion } from '../api/use-expected-version.ts'
import { Button } from '../ui/Button.tsx'
import { ConcurrentChanges } from '../ui/ConcurrentChanges.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { Checkbox } from '../ui/fields.tsx'
import { Menu, MenuItem } from '../ui/Menu.tsx'
import type { TabLink } from '../ui/Tabs.tsx'
import { showToast } from '../ui/toasts.tsx'

export type View = AdminResponse<'staffViews'>['views'][number]

/** Personal and shared views of the list. */
export const useViews = (area: ViewArea): readonly View[] =>
  useQuery(adminQuery('staffViews', { query: { area } })).data?.views ?? []

export const viewTab = ({ area, name, query }: View, currentQuery: string): TabLink => ({
  label: name,
  to: `${adminPaths[area]}?${query}`,
  isCurrent: query === currentQuery,
})

/** Normalized query that a view stores: equal lists have equal texts. */
export function normalizeViewQuery(params: Record<string, string | undefined>): string {
  const entries = Object.entries(params).filter((pair): pair is [string, string] => pair[1] !== undefined)
  return String(new URLSearchParams(entries.toSorted(([a], [b]) => (a < b ? -1 : 1))))
}

/** Saves the current list as a view; personal views can be renamed and deleted. */
export function SaveView({ area, query, current }: { area: ViewArea; query: string; current: View | undefined }) {
  const [isOpen, setOpen] = useState(false)
  const [isRenaming, setRenaming] = useState(false)
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
        {isRenaming && <RenameDialog view={current} onClose={() => setRenaming(false)} />}
      </>
    )
  if (current) return null
  return (
    <>
      <Button kind="quiet" icon={<Bookmark size={15} aria-hidden />} onClick={() => setOpen(true)}>
        Save view
      </Button>
      {isOpen && <SaveDialog area={area} query={query} onClose={() => setOpen(false)} />}
    </>
  )
}

const viewFacts = ({ name, shared, query }: View): Record<string, string> => ({
  Name: name,
  Shared: shared ? 'Yes' : 'No',
  Filters: [...new URLSearchParams(query)].map(([name, value]) => `${name}: ${value}`).join(', '),
})

function RenameDialog({ view, onClose }: { view: View; onClose: () => void }) {
  const { opened, latest, sendExpected } = useExpectedVersion(view)
  const change = useAdminMutation('changeView', { hideErrorToast: true, successMessage: 'View updated.' })
  const form = useAdminForm({
    call: changeViewCall,
    fields: { name: opened.name },
    body: (fields) => ({ ...fields, expected_version: opened.version }),
    send: (body) =>
      sendExpected((expected_version) =>
        change.mutateAsync({ params: { view_id: opened.id }, body: { ...body, expected_version } }),
      ),
  })
  return (
    <FormDialog open onClose={onClose} title="Rename the view" submit="Rename" {...form.dialog}>
      <ConcurrentChanges opened={opened} latest={latest} facts={viewFacts} />
      <TextField {...form.field('name')} label="Name" />
    </FormDialog>
  )
}

function SaveDialog({ area, query, onClose }: { area: ViewArea; query: string; onClose: () => void }) {
  const { role } = useStaff()
  const save = useAdminMutation('saveView', {
    hideErrorToast: true,
    successMessage: ({ name }) => `View “${name}” saved.`,
  })
  const form = useAdminForm({
    call: saveViewCall,
    fields: { name: '', shared: false },
    body: (fields) => ({ area, query, ...fields }),
    send: (body) => save.mutateAsync({ body }),
  })
  return (
    <FormDialog open onClose={onClose} title="Save this view" submit="Save" {...form.dialog}>
      <p>Saves the current search, filters, sorting and columns as a tab of this list.</p>
      <TextField {...form.field('name')} label="Name" />
      {role !== 'clerk' && <Checkbox {...form.field('shared')} label="Share with all staff" />}
    </FormDialog>
  )
}

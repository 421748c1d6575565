import { useState } from 'react'
import { addRedirectCall, changeRedirectCall, type Redirect } from '#contract/content/redirects.ts'
import { formatWhole } from '#domain/money/whole-number.ts'
import { TextField } from '#web/ui/fields.tsx'
import { adminUrl } from '../api/api.ts'
import { useAdminQuery } from '../api/query.ts'
import { useAdminForm } from '../api/use-admin-form.ts'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { useDownload } from '../api/use-download.ts'
import { useExpectedVersion } from '../api/use-expected-version.ts'
import { Button } from '../ui/Button.tsx'
import { ConcurrentChanges } from '../ui/ConcurrentChanges.tsx'
import { type DataColumn, DataTable } from '../ui/DataTable.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { NextPageLink } from '../ui/NextPageLink.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { SearchField } from '../ui/SearchField.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { usePageUrl } from '../ui/use-page-url.ts'
import { RedirectImportDialog } from './RedirectImportDialog.tsx'
import { SettingsTabs } from './SettingsTabs.tsx'

type OpenDialog = { kind: 'add' | 'import' } | { kind: 'change' | 'remove'; redirect: Redirect }

/** URLs of a former shop and the pages they lead to (docs/back-office §9). */
export default function RedirectsPage() {
  const url = usePageUrl()
  const [search, after] = [url.get('search') ?? '', url.get('after')]
  const redirects = useAdminQuery('redirects', { query: { search, ...(after && { after }) } })
  const [openDialog, setOpenDialog] = useState<OpenDialog>()
  const close = () => setOpenDialog(undefined)
  const download = useDownload()
  const isEmpty = redirects.data?.count === 0
  return (
    <>
      <PageHeader
        title="Redirects"
        actions={
          <>
            {!isEmpty && (
              <Button busy={download.isPending} onClick={() => download.mutate(adminUrl('redirectExport'))}>
                Export
              </Button>
            )}
            <Button onClick={() => setOpenDialog({ kind: 'import' })}>Import</Button>
            <Button kind="primary" onClick={() => setOpenDialog({ kind: 'add' })}>
              Add redirect
            </Button>
          </>
        }
      >
        <SettingsTabs />
        {!isEmpty && (
          <SearchField
            label="Part of a URL"
            value={search}
            onSearch={(text) => url.change({ search: text, after: undefined }, { replace: true })}
            className="max-w-narrow"
          />
        )}
      </PageHeader>
      <Loaded query={redirects}>
        {({ data, next, count }) =>
          data.length === 0 ? (
            <Empty title={count === 0 ? 'No redirects yet' : 'No redirects found'}>
              {count === 0
                ? 'Links to the pages of your former shop can lead to the pages that replaced them. Products and ' +
                  'categories that kept their handles do so already.'
                : 'No URL contains this text.'}
            </Empty>
          ) : (
            <div className="grid grid-cols-1 gap-2">
              <p className="text-small text-muted">
                {formatWhole(count)} {count === 1 ? 'redirect' : 'redirects'}
              </p>
              <DataTable
                label="Redirects"
                rows={data}
                columns={[
                  ...columns,
                  {
                    id: 'do',
                    header: '',
                    end: true,
                    cell: (redirect) => <Actions redirect={redirect} onOpen={setOpenDialog} />,
                  },
                ]}
                idOf={({ path }) => path}
                mobileRow={(redirect) => (
                  <span className="grid grid-cols-1 gap-0.5">
                    <span className="font-[560] break-all">{redirect.path}</span>
                    <span className="text-small break-all text-muted">to {redirect.target}</span>
                    <Actions redirect={redirect} onOpen={setOpenDialog} />
                  </span>
                )}
                isStale={redirects.isPlaceholderData}
              />
              <NextPageLink next={next} />
            </div>
          )
        }
      </Loaded>
      {openDialog?.kind === 'add' && <AddDialog onClose={close} />}
      {openDialog?.kind === 'import' && <RedirectImportDialog onClose={close} />}
      {openDialog?.kind === 'change' && <ChangeDialog redirect={openDialog.redirect} onClose={close} />}
      {openDialog?.kind === 'remove' && <RemoveDialog redirect={openDialog.redirect} onClose={close} />}
    </>
  )
}

const columns: readonly DataColumn<Redirect>[] = [
  { id: 'path', header: 'Former URL', cell: ({ path }) => <span className="break-all">{path}</span> },
  { id: 'target', header: 'Leads to', cell: ({ target }) => <span className="break-all">{target}</span> },
]

function Actions({ redirect, onOpen }: { redirect: Redirect; onOpen: (openDialog: OpenDialog) => void }) {
  const { path } = redirect
  return (
    <span className="-ml-3 inline-flex gap-1 md:ml-0">
      <Button kind="quiet" aria-label={`Change ${path}`} onClick={() => onOpen({ kind: 'change', redirect })}>
        Change
      </Button>
      <Button kind="quiet" aria-label={`Remove ${path}`} onClick={() => onOpen({ kind: 'remove', redirect })}>
        Remove
      </Button>
    </span>
  )
}

const TARGET_HINT = 'A page of this shop, such as /packages or /about.'

function AddDialog({ onClose }: { onClose: () => void }) {
  const add = useAdminMutation('addRedirect', { hideErrorToast: true, successMessage: 'Redirect added.' })
  const form = useAdminForm({
    call: addRedirectCall,
    fields: { path: '', target: '' },
    body: (fields) => fields,
    send: (body) => add.mutateAsync({ body }),
  })
  return (
    <FormDialog open onClose={onClose} title="New redirect" submit="Save redirect" {...form.dialog}>
      <TextField
        {...form.field('path')}
        label="Former URL"
        hint="With or without the former shop’s domain, such as /pages/our-story."
        autoFocus
      />
      <TextField {...form.field('target')} label="Leads to" hint={TARGET_HINT} />
    </FormDialog>
  )
}

type ChosenProps = { redirect: Redirect; onClose: () => void }

const facts = ({ target }: Redirect) => ({ 'Leads to': target })

function ChangeDialog({ redirect, onClose }: ChosenProps) {
  const { opened, latest, sendExpected } = useExpectedVersion(redirect)
  const change = useAdminMutation('changeRedirect', { hideErrorToast: true, successMessage: 'Redirect saved.' })
  const form = useAdminForm({
    call: changeRedirectCall,
    fields: { target: redirect.target },
    body: ({ target }) => ({ path: redirect.path, target, expected_version: opened.version }),
    send: (body) => sendExpected((expected_version) => change.mutateAsync({ body: { ...body, expected_version } })),
  })
  return (
    <FormDialog open onClose={onClose} title={redirect.path} submit="Save redirect" {...form.dialog}>
      <ConcurrentChanges opened={opened} latest={latest} facts={facts} />
      <TextField {...form.field('target')} label="Leads to" hint={TARGET_HINT} autoFocus />
    </FormDialog>
  )
}

function RemoveDialog({ redirect, onClose }: ChosenProps) {
  const { opened, latest, sendExpected } = useExpectedVersion(redirect)
  const remove = useAdminMutation('removeRedirect', { hideErrorToast: true, successMessage: 'Redirect removed.' })
  const { path } = redirect
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`Remove ${path}`}
      submit="Remove"
      danger
      focusSubmit
      onSubmit={() => sendExpected((expected_version) => remove.mutateAsync({ body: { path, expected_version } }))}
    >
      <ConcurrentChanges opened={opened} latest={latest} facts={facts} />
      <p>Links to it then show that the page is not found.</p>
    </FormDialog>
  )
}

import { useState } from 'react'
import { useNavigate } from 'react-router'
import { adminPaths } from '#contract/admin-paths.ts'
import { addContentPageCall, type ListedDocument } from '#contract/content/documents.ts'
import { contentPagePath } from '#contract/paths.ts'
import { toSlug } from '#domain/text/slug.ts'
import { TextField } from '#web/ui/fields.tsx'
import { useAdminQuery } from '../api/query.ts'
import { useAdminForm } from '../api/use-admin-form.ts'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { type DataColumn, DataTable } from '../ui/DataTable.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { StateDot } from '../ui/StateDot.tsx'
import { Loaded } from '../ui/states.tsx'
import { TimeAgo } from '../ui/TimeAgo.tsx'
import { describeState, editorPath } from './document-labels.ts'

/** The texts of the shop: what visitors see, and what is a draft or scheduled (docs/back-office §10). */
export default function ContentListPage() {
  const documents = useAdminQuery('contentDocuments')
  const [isAdding, setAdding] = useState(false)
  return (
    <>
      <PageHeader
        title="Content"
        actions={
          <>
            <ButtonLink to={adminPaths.media}>Pictures</ButtonLink>
            <Button kind="primary" onClick={() => setAdding(true)}>
              Add page
            </Button>
          </>
        }
      />
      <Loaded query={documents}>
        {({ data }) => (
          <DataTable
            label="Content"
            rows={data}
            columns={columns}
            idOf={({ document }) => String(document)}
            hrefOf={({ document }) => editorPath(document)}
            mobileRow={(document) => (
              <span className="grid grid-cols-1 gap-0.5">
                <span className="font-[560]">{document.title}</span>
                <span className="text-small text-muted">
                  <State document={document} />
                </span>
              </span>
            )}
          />
        )}
      </Loaded>
      {isAdding && <AddDialog onClose={() => setAdding(false)} />}
    </>
  )
}

function State({ document }: { document: ListedDocument }) {
  const { label, tone } = describeState(document)
  return <StateDot tone={tone}>{label}</StateDot>
}

const columns: readonly DataColumn<ListedDocument>[] = [
  { id: 'title', header: 'Title', cell: ({ title }) => title },
  {
    id: 'url',
    header: 'URL',
    cell: ({ kind, slug, path }) => (
      <span className="break-all text-muted">{kind === 'page' ? contentPagePath(slug) : path}</span>
    ),
  },
  { id: 'state', header: 'State', cell: (document) => <State document={document} /> },
  {
    id: 'changed',
    header: 'Changed',
    cell: ({ changed_at, changed_by }) =>
      changed_at !== null && (
        <>
          {changed_by}, <TimeAgo at={changed_at} className="text-muted" />
        </>
      ),
  },
]

function AddDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const add = useAdminMutation('addContentPage', {
    hideErrorToast: true,
    onSuccess: ({ document }) => void navigate(editorPath(document)),
  })
  const form = useAdminForm({
    call: addContentPageCall,
    fields: { title: '', slug: '' },
    body: ({ title, slug }) => ({ title, slug: slug.trim() || toSlug(title) }),
    send: (body) => add.mutateAsync({ body }),
  })
  return (
    <FormDialog open onClose={onClose} title="New page" submit="Add page" {...form.dialog}>
      <TextField {...form.field('title')} label="Title" maxLength={120} autoFocus />
      <TextField
        {...form.field('slug')}
        label="Last part of the URL"
        optional
        maxLength={80}
        hint="Empty: made from the title. The pages about, privacy, returns, shipping and contact have short URLs such as /about."
      />
    </FormDialog>
  )
}

import { useState } from 'react'
import { useParams } from 'react-router'
import { type ContentDocument, moveContentPageCall } from '#contract/content/documents.ts'
import { contentPagePath } from '#contract/paths.ts'
import { TextArea, TextField } from '#web/ui/fields.tsx'
import { useAdminForm } from '../api/use-admin-form.ts'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { useExpectedVersion } from '../api/use-expected-version.ts'
import { Button } from '../ui/Button.tsx'
import { ConcurrentChanges } from '../ui/ConcurrentChanges.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { Section } from '../ui/Section.tsx'
import { BlockList } from './BlockList.tsx'
import { DocumentFrame } from './DocumentFrame.tsx'

/** The editor of a page: its texts and blocks, and its URL. */
export default function PageEditorPage() {
  const { document = '' } = useParams()
  return (
    <DocumentFrame
      kind="page"
      document={Number(document)}
      label="The page"
      aside={(opened) => <PageUrl document={opened} />}
    >
      {({ body, update, errors, onWaiting }) => (
        <>
          <Section title="Page">
            <div className="grid max-w-text gap-4 pt-3">
              <TextField
                name="title"
                label="Title"
                maxLength={120}
                value={body.title}
                onChange={({ target }) => update({ title: target.value })}
              />
              <TextArea
                name="intro"
                label="Introduction"
                optional
                rows={3}
                maxLength={1000}
                hint="Shown large below the title."
                value={body.intro}
                onChange={({ target }) => update({ intro: target.value })}
              />
              <TextArea
                name="description"
                label="Description"
                optional
                rows={2}
                maxLength={300}
                hint="For search engines. Empty: the introduction."
                value={body.description}
                onChange={({ target }) => update({ description: target.value })}
              />
            </div>
          </Section>
          <BlockList
            blocks={body.blocks}
            errors={errors}
            onChange={(blocks) => update({ blocks })}
            onWaiting={onWaiting}
          />
        </>
      )}
    </DocumentFrame>
  )
}

function PageUrl({ document }: { document: ContentDocument }) {
  const [isMoving, setMoving] = useState(false)
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-muted">
      <span className="break-all">{contentPagePath(document.slug)}</span>
      <Button kind="quiet" onClick={() => setMoving(true)}>
        Change URL
      </Button>
      {isMoving && <MoveDialog document={document} onClose={() => setMoving(false)} />}
    </p>
  )
}

function MoveDialog({ document, onClose }: { document: ContentDocument; onClose: () => void }) {
  const { opened, latest, sendExpected } = useExpectedVersion(document)
  const params = { document: document.document }
  const move = useAdminMutation('moveContentPage', { hideErrorToast: true, successMessage: 'URL changed.' })
  const form = useAdminForm({
    call: moveContentPageCall,
    fields: { slug: document.slug },
    body: ({ slug }) => ({ slug, expected_version: opened.version }),
    send: (body) =>
      sendExpected((expected_version) => move.mutateAsync({ params, body: { ...body, expected_version } })),
  })
  return (
    <FormDialog open onClose={onClose} title="Change URL" submit="Change URL" {...form.dialog}>
      <ConcurrentChanges opened={opened} latest={latest} facts={({ slug }) => ({ URL: contentPagePath(slug) })} />
      {document.published_number !== null && <p>The present URL will lead to the new one.</p>}
      <TextField {...form.field('slug')} label="Last part of the URL" maxLength={80} autoFocus />
    </FormDialog>
  )
}

import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { useParams } from 'react-router'
import { adminPaths } from '#contract/admin-paths.ts'
import { resetMailTextCall } from '#contract/mail/texts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { TextArea, TextField } from '#web/ui/fields.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { UnsavedGuard } from '#web/ui/UnsavedGuard.tsx'
import { errorMessage, fieldErrors } from '../api/error-messages.ts'
import { adminQuery } from '../api/query.ts'
import { useAdminForm } from '../api/use-admin-form.ts'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { useExpectedVersion } from '../api/use-expected-version.ts'
import { Button } from '../ui/Button.tsx'
import { ConcurrentChanges } from '../ui/ConcurrentChanges.tsx'
import { FieldErrors } from '../ui/FieldErrors.tsx'
import { FormActions } from '../ui/FormActions.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Section } from '../ui/Section.tsx'
import { LoadedPage } from '../ui/states.tsx'
import { useInsertion } from '../ui/use-insertion.ts'
import { MailTextHistory } from './MailTextHistory.tsx'
import { MailTextPreview } from './MailTextPreview.tsx'
import { type MailText, mailTextFacts, placeholderKinds, placeholderText, type Texts } from './mail-text-labels.ts'
import { TextDifferences } from './TextDifferences.tsx'

/** One email template: its text next to the preview, its placeholders and concurrent changes (docs/back-office §6). */
export default function MailTextPage() {
  const { mail = '' } = useParams()
  const mailText = useQuery(adminQuery('mailText', { params: { mail } }))
  return (
    <LoadedPage query={mailText} label="The email text" skeleton={<MailTextSkeleton />}>
      {(text) => <Editor key={text.mail} stored={text} />}
    </LoadedPage>
  )
}

/** Skeleton of the text, its placeholders and the preview. */
const MailTextSkeleton = () => (
  <div role="status" aria-label="The email text is loading" className="grid gap-3">
    <Skeleton className="h-4 w-20" />
    <Skeleton className="h-7 w-64" />
    <Skeleton className="mb-4 h-5 w-72 max-w-full" />
    <div className="grid items-start gap-x-10 gap-y-9 xl:grid-cols-2">
      <div className="grid gap-5">
        <Skeleton className="h-10" />
        <Skeleton className="h-80" />
        <Skeleton className="h-10" />
      </div>
      <Skeleton className="h-[30rem]" />
    </div>
  </div>
)

function Editor({ stored }: { stored: MailText }) {
  const { mail, name, description } = stored
  const params = { mail }
  const [draft, setDraft] = useState<Texts>({ subject: stored.subject, body: stored.body })
  const [reason, setReason] = useState('')
  const { opened, latest, sendExpected, restart } = useExpectedVersion(stored)
  const [isResetting, setResetting] = useState(false)
  const alert = useRef<HTMLDivElement>(null)
  const { area, insert } = useInsertion(draft.body, (body) => setDraft({ ...draft, body }))
  const loadVersion = (text: MailText) => {
    setDraft({ subject: text.subject, body: text.body })
    restart(text)
  }
  const change = useAdminMutation('changeMailText', {
    hideErrorToast: true,
    successMessage: 'Text saved. It’s used from now on.',
    onSuccess: loadVersion,
  })
  const isDirty = draft.subject !== stored.subject || draft.body !== stored.body
  const message = change.error ? errorMessage(change.error) : undefined
  useEffect(() => {
    if (message) alert.current?.focus()
  }, [message])

  function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const saved = sendExpected((expected_version) =>
      change.mutateAsync({ params, body: { ...draft, expected_version, reason } }),
    )
    // The page shows the error of the mutation.
    saved.catch(() => {})
  }

  return (
    <>
      <UnsavedGuard when={isDirty && !change.isPending} message="Your changes to this text are not saved." />
      <PageLink to={adminPaths.mailTexts} className="text-link text-small">
        Email texts
      </PageLink>
      <PageHeader
        title={name}
        actions={
          stored.is_changed && (
            <Button kind="quiet" onClick={() => setResetting(true)}>
              Reset to default
            </Button>
          )
        }
      >
        <p className="text-muted">{description}.</p>
        {stored.is_outdated && (
          <Alert tone="danger">
            <span>
              This text no longer works with this version of the store. The default is sent until you update it.
            </span>
          </Alert>
        )}
      </PageHeader>
      <div className="grid items-start gap-x-10 gap-y-9 xl:grid-cols-2">
        <div className="grid min-w-0 gap-9">
          <form noValidate onSubmit={save} className="grid gap-4">
            {message && (
              <Alert tone="danger" ref={alert}>
                {message}
              </Alert>
            )}
            <ConcurrentChanges
              opened={opened}
              latest={latest}
              facts={mailTextFacts}
              onUseTheirs={() => loadVersion(latest)}
            >
              <TextDifferences before={latest} after={draft} />
            </ConcurrentChanges>
            <FieldErrors value={fieldErrors(change.error)}>
              <TextField
                name="subject"
                label="Subject"
                maxLength={200}
                value={draft.subject}
                onChange={({ target }) => setDraft({ ...draft, subject: target.value })}
              />
              <div ref={area}>
                <TextArea
                  name="body"
                  label="Text"
                  rows={16}
                  maxLength={10_000}
                  value={draft.body}
                  onChange={({ target }) => setDraft({ ...draft, body: target.value })}
                  hint="A blank line starts a new paragraph. Placeholders in braces are filled in automatically."
                />
              </div>
              <TextField
                name="reason"
                label="Reason"
                value={reason}
                onChange={({ target }) => setReason(target.value)}
                optional
                hint="Saved with the change."
              />
            </FieldErrors>
            <FormActions
              disabled={!isDirty}
              onCancel={() => {
                change.reset()
                loadVersion(stored)
              }}
            >
              <Button kind="primary" type="submit" busy={change.isPending} disabled={!isDirty}>
                Save
              </Button>
            </FormActions>
          </form>
          <Section title="Placeholders">
            <ul className="divide-y divide-hairline">
              {stored.placeholders.map((placeholder) => (
                <li key={placeholder.name} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 py-2">
                  <div className="min-w-0">
                    <code className="text-note break-words">{placeholderText(placeholder)}</code>
                    <p className="text-small text-muted">
                      {placeholder.description}; {placeholderKinds[placeholder.kind]}
                      {placeholder.required && '; required'}
                    </p>
                  </div>
                  <Button
                    kind="quiet"
                    aria-label={`Insert {${placeholder.name}}`}
                    onClick={() => insert(placeholderText(placeholder), placeholder.kind !== 'words')}
                  >
                    Insert
                  </Button>
                </li>
              ))}
            </ul>
          </Section>
        </div>
        <div className="grid min-w-0 gap-9">
          <MailTextPreview stored={stored} draft={draft} />
          <Section title="Changes from the default">
            <div className="pt-3">
              <TextDifferences before={stored.default} after={draft} />
            </div>
          </Section>
          <MailTextHistory stored={stored} onSuccess={loadVersion} />
        </div>
      </div>
      {isResetting && <ResetDialog stored={stored} onReset={loadVersion} onClose={() => setResetting(false)} />}
    </>
  )
}

type ResetDialogProps = { stored: MailText; onReset: (text: MailText) => void; onClose: () => void }

function ResetDialog({ stored, onReset, onClose }: ResetDialogProps) {
  const { mail, name } = stored
  const { opened, latest, sendExpected } = useExpectedVersion(stored)
  const reset = useAdminMutation('resetMailText', {
    hideErrorToast: true,
    successMessage: 'Reset to the default text.',
    onSuccess: onReset,
  })
  const form = useAdminForm({
    call: resetMailTextCall,
    fields: { reason: '' },
    body: ({ reason }) => ({ expected_version: opened.version, reason }),
    send: (body) =>
      sendExpected((expected_version) => reset.mutateAsync({ params: { mail }, body: { ...body, expected_version } })),
  })
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`${name}: reset to default`}
      submit="Reset to default"
      focusSubmit
      {...form.dialog}
    >
      <ConcurrentChanges opened={opened} latest={latest} facts={mailTextFacts}>
        <TextDifferences before={opened} after={latest} />
      </ConcurrentChanges>
      <p>The current text stays in the history.</p>
      <TextField {...form.field('reason')} label="Reason" optional hint="Saved with the change." />
    </FormDialog>
  )
}

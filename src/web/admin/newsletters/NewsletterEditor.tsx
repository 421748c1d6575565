import MoreHorizontal from 'lucide-react/icons/ellipsis'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { adminPaths } from '#contract/admin-paths.ts'
import { fillPath } from '#contract/paths.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { TextArea, TextField } from '#web/ui/fields.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { UnsavedGuard } from '#web/ui/UnsavedGuard.tsx'
import { errorMessage, fieldErrors } from '../api/error-messages.ts'
import { adminQuery } from '../api/query.ts'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { useExpectedVersion } from '../api/use-expected-version.ts'
import { TextDifferences } from '../settings/TextDifferences.tsx'
import { Button } from '../ui/Button.tsx'
import { ConcurrentChanges } from '../ui/ConcurrentChanges.tsx'
import { FieldErrors } from '../ui/FieldErrors.tsx'
import { FormActions } from '../ui/FormActions.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { Menu, MenuItem } from '../ui/Menu.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { TimeAgo } from '../ui/TimeAgo.tsx'
import { useInsertion } from '../ui/use-insertion.ts'
import { NewsletterPreview } from './NewsletterPreview.tsx'
import { type Draft, draftFacts, insertions, type Newsletter, subjectOf, type Texts } from './newsletter-labels.ts'
import { SendDialog } from './SendDialog.tsx'

const emptyDraft: Draft = { subject: '', body: '', version: '' }

/**
 * A draft next to its preview as an email. Test mails and the newsletter itself use the saved version; a new draft
 * exists only once saved.
 */
export function NewsletterEditor({ stored }: { stored?: Newsletter }) {
  const navigate = useNavigate()
  const params = { newsletter_id: stored?.id ?? 0 }
  const shown: Draft = stored ?? emptyDraft
  const { subject, body } = shown
  const [draft, setDraft] = useState<Texts>({ subject, body })
  const { opened, latest, sendExpected, restart } = useExpectedVersion(shown)
  const hasConflict = latest.version !== opened.version
  const [openDialog, setOpenDialog] = useState<'send' | 'discard'>()
  const alert = useRef<HTMLDivElement>(null)
  const { area, insert } = useInsertion(draft.body, (body) => setDraft({ ...draft, body }))
  const loadVersion = (saved: Draft) => {
    setDraft({ subject: saved.subject, body: saved.body })
    restart(saved)
  }
  const save = useAdminMutation('saveNewsletter', { hideErrorToast: true, onSuccess: loadVersion })
  const create = useAdminMutation('writeNewsletter', {
    hideErrorToast: true,
    onSuccess: ({ id }) => void navigate(fillPath(adminPaths.newsletter, { newsletter_id: id }), { replace: true }),
  })
  const test = useAdminMutation('testNewsletter', { hideErrorToast: true, successMessage: 'Test sent to your email.' })
  const discard = useAdminMutation('discardNewsletter', {
    successMessage: 'Newsletter discarded.',
    removes: ({ params }) => adminQuery('newsletter', { params }).queryKey,
    onSuccess: () => void navigate(adminPaths.newsletters),
  })
  const isDirty = draft.subject !== subject || draft.body !== body
  const error = create.error ?? save.error ?? test.error
  const message = error ? errorMessage(error) : undefined
  useEffect(() => {
    if (message) alert.current?.focus()
  }, [message])

  /** Version that contains the current text; undefined if saving failed, whose error the mutation keeps. */
  async function saveDraft(): Promise<string | undefined> {
    test.reset()
    if (!isDirty && !hasConflict) return opened.version
    const saved = await sendExpected((expected_version) =>
      save.mutateAsync({ params, body: { ...draft, expected_version } }),
    ).catch(() => undefined)
    return saved?.version
  }
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (stored) void saveDraft()
    else create.mutate({ body: draft })
  }
  async function sendTest() {
    const expected_version = await saveDraft()
    if (expected_version === undefined) return
    await sendExpected(() => test.mutateAsync({ params, body: { expected_version } })).catch(() => undefined)
  }
  async function confirmSend() {
    if ((await saveDraft()) !== undefined) setOpenDialog('send')
  }

  return (
    <>
      <UnsavedGuard
        when={isDirty && !create.isPending && !save.isPending && !discard.isPending}
        message="Your changes to this newsletter are not saved."
      />
      <PageLink to={adminPaths.newsletters} className="text-link text-small">
        Newsletters
      </PageLink>
      <PageHeader
        title={stored ? subjectOf(stored) : 'New newsletter'}
        actions={
          stored && (
            <>
              <Button busy={test.isPending} disabled={save.isPending} onClick={() => void sendTest()}>
                Send me a test
              </Button>
              <Button kind="primary" disabled={save.isPending} onClick={() => void confirmSend()}>
                Send…
              </Button>
              <Menu
                trigger={
                  <Button kind="quiet" aria-label="More">
                    <MoreHorizontal size={18} aria-hidden />
                  </Button>
                }
              >
                <MenuItem danger onSelect={() => setOpenDialog('discard')}>
                  Discard…
                </MenuItem>
              </Menu>
            </>
          )
        }
      >
        <p className="text-muted">
          {isDirty || !stored ? 'Not saved yet.' : 'Saved'}
          {!isDirty && stored && (
            <>
              {' '}
              <TimeAgo at={stored.changed.at} /> by {stored.changed.by}.
            </>
          )}
        </p>
      </PageHeader>
      <div className="grid items-start gap-x-10 gap-y-9 xl:grid-cols-2">
        <form noValidate onSubmit={submit} className="grid min-w-0 gap-4">
          {message && (
            <Alert tone="danger" ref={alert}>
              {message}
            </Alert>
          )}
          <ConcurrentChanges opened={opened} latest={latest} facts={draftFacts} onUseTheirs={() => loadVersion(latest)}>
            <TextDifferences before={latest} after={draft} />
          </ConcurrentChanges>
          <FieldErrors value={fieldErrors(error)}>
            <TextField
              name="subject"
              label="Subject"
              maxLength={200}
              value={draft.subject}
              onChange={({ target }) => setDraft({ ...draft, subject: target.value })}
            />
            <div ref={area} className="grid gap-2">
              <TextArea
                name="body"
                label="Text"
                rows={18}
                maxLength={20_000}
                value={draft.body}
                onChange={({ target }) => setDraft({ ...draft, body: target.value })}
                hint="A blank line starts a new paragraph. A link alone on a line becomes a button."
              />
              <fieldset className="flex flex-wrap items-center gap-1">
                <legend className="sr-only">Insert into the text</legend>
                {insertions.map(({ name, text, isBlock }) => (
                  <Button key={name} kind="quiet" aria-label={`Insert: ${name}`} onClick={() => insert(text, isBlock)}>
                    {name}
                  </Button>
                ))}
              </fieldset>
            </div>
          </FieldErrors>
          <FormActions
            disabled={!isDirty}
            onCancel={() => {
              save.reset()
              loadVersion(shown)
            }}
          >
            <Button type="submit" busy={save.isPending || create.isPending} disabled={!isDirty && !hasConflict}>
              Save
            </Button>
          </FormActions>
        </form>
        <div className="min-w-0">
          <NewsletterPreview draft={draft} />
        </div>
      </div>
      {stored && openDialog === 'send' && (
        <SendDialog
          newsletter={stored}
          // Sends only what this page shows: after a concurrent change, it is compared here first.
          onSend={(send) => sendExpected(() => send(opened.version))}
          onClose={() => setOpenDialog(undefined)}
        />
      )}
      {stored && openDialog === 'discard' && (
        <FormDialog
          open
          onClose={() => setOpenDialog(undefined)}
          title="Discard this newsletter?"
          submit="Discard"
          danger
          focusSubmit
          onSubmit={() =>
            sendExpected((expected_version) => discard.mutateAsync({ params, body: { expected_version } }))
          }
        >
          <ConcurrentChanges opened={opened} latest={latest} facts={draftFacts}>
            <TextDifferences before={opened} after={latest} />
          </ConcurrentChanges>
          <p>“{subjectOf(stored)}” will be deleted. The audit log records that it existed.</p>
        </FormDialog>
      )}
    </>
  )
}

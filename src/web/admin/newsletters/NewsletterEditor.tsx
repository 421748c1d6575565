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
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { ConflictingVersion } from '../settings/ConflictingVersion.tsx'
import { Button } from '../ui/Button.tsx'
import { FieldErrors } from '../ui/FieldErrors.tsx'
import { FormActions } from '../ui/FormActions.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { Menu, MenuItem } from '../ui/Menu.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { TimeAgo } from '../ui/TimeAgo.tsx'
import { useInsertion } from '../ui/use-insertion.ts'
import { NewsletterPreview } from './NewsletterPreview.tsx'
import { conflictingDraft, insertions, type Newsletter, subjectOf, type Texts } from './newsletter-labels.ts'
import { SendDialog } from './SendDialog.tsx'

const emptyTexts: Texts = { subject: '', body: '' }

/**
 * A draft next to its preview as an email. Test mails and the newsletter itself use the saved version; a new draft
 * exists only once saved.
 */
export function NewsletterEditor({ stored }: { stored?: Newsletter }) {
  const navigate = useNavigate()
  const params = { newsletter_id: stored?.id ?? 0 }
  const { subject, body } = stored ?? emptyTexts
  const [draft, setDraft] = useState<Texts>({ subject, body })
  /** Version on which the edits are based. */
  const [baseVersion, setBaseVersion] = useState(stored?.version ?? 0)
  const [conflict, setConflict] = useState<Newsletter>()
  const [openDialog, setOpenDialog] = useState<'send' | 'discard'>()
  const alert = useRef<HTMLDivElement>(null)
  const { area, insert } = useInsertion(draft.body, (body) => setDraft({ ...draft, body }))
  const loadVersion = ({ subject, body, version }: Texts & { version: number }) => {
    setDraft({ subject, body })
    setBaseVersion(version)
    setConflict(undefined)
  }
  const save = useAdminMutation('saveNewsletter', { hideErrorToast: true, onSuccess: loadVersion })
  const create = useAdminMutation('writeNewsletter', {
    hideErrorToast: true,
    onSuccess: ({ id }) => void navigate(fillPath(adminPaths.newsletter, { newsletter_id: id }), { replace: true }),
  })
  const test = useAdminMutation('testNewsletter', { hideErrorToast: true, successMessage: 'Test sent to your email.' })
  const discard = useAdminMutation('discardNewsletter', {
    successMessage: 'Newsletter discarded.',
    onSuccess: () => void navigate(adminPaths.newsletters),
  })
  const isDirty = draft.subject !== subject || draft.body !== body
  const error = create.error ?? save.error ?? test.error
  const message = error ? errorMessage(error) : undefined
  useEffect(() => {
    if (message) alert.current?.focus()
  }, [message])

  /** Version that contains the current text; undefined if saving failed. */
  async function saveDraft(): Promise<number | undefined> {
    test.reset()
    if (!isDirty && !conflict) return baseVersion
    const body = { ...draft, version: conflict?.version ?? baseVersion }
    try {
      return (await save.mutateAsync({ params, body })).version
    } catch (error) {
      setConflict(conflictingDraft(error))
      return undefined
    }
  }
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (stored) void saveDraft()
    else create.mutate({ body: draft })
  }
  async function sendTest() {
    const version = await saveDraft()
    if (version !== undefined) test.mutate({ params, body: { version } })
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
          {conflict && conflict.state === 'draft' && (
            <ConflictingVersion conflict={conflict} draft={draft} onUse={loadVersion} />
          )}
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
              loadVersion({ subject, body, version: stored?.version ?? 0 })
            }}
          >
            <Button type="submit" busy={save.isPending || create.isPending} disabled={!isDirty && !conflict}>
              Save
            </Button>
          </FormActions>
        </form>
        <div className="min-w-0">
          <NewsletterPreview draft={draft} />
        </div>
      </div>
      {stored && openDialog === 'send' && (
        <SendDialog newsletter={stored} version={baseVersion} onClose={() => setOpenDialog(undefined)} />
      )}
      {stored && openDialog === 'discard' && (
        <FormDialog
          open
          onClose={() => setOpenDialog(undefined)}
          title="Discard this newsletter?"
          submit="Discard"
          danger
          focusSubmit
          onSubmit={() => discard.mutateAsync({ params, body: { version: baseVersion } })}
        >
          <p>“{subjectOf(stored)}” will be deleted. The audit log records that it existed.</p>
        </FormDialog>
      )}
    </>
  )
}

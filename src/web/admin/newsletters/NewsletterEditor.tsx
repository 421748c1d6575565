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
import { Ago } from '../ui/TimeAgo.tsx'
import { Button } from '../ui/Button.tsx'
import { FieldErrors } from '../ui/FieldErrors.tsx'
import { FormActions } from '../ui/FormActions.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { Menu, MenuItem } from '../ui/Menu.tsx'
import { PageHead } from '../ui/PageHeader.tsx'
import { useInsertion } from '../ui/use-insertion.ts'
import { NewsletterPreview } from './NewsletterPreview.tsx'
import { draftNow, insertions, type Newsletter, subjectOf, type Texts } from './newsletter-labels.ts'
import { SendDialog } from './SendDialog.tsx'

const nothing: Texts = { subject: '', body: '' }

/**
 * A draft next to its preview as an email. Test mails and the newsletter itself use the saved version; a new draft
 * exists only once saved.
 */
export function NewsletterEditor({ stored }: { stored?: Newsletter }) {
  const navigate = useNavigate()
  const params = { newsletter_id: stored?.id ?? 0 }
  const { subject, body } = stored ?? nothing
  const [written, setWritten] = useState<Texts>({ subject, body })
  /** Version on which the edits are based. */
  const [seen, setSeen] = useState(stored?.version ?? 0)
  const [theirs, setTheirs] = useState<Newsletter>()
  const [asks, setAsks] = useState<'send' | 'discard'>()
  const alert = useRef<HTMLDivElement>(null)
  const { area, insert } = useInsertion(written.body, (body) => setWritten({ ...written, body }))
  const show = ({ subject, body, version }: Texts & { version: number }) => {
    setWritten({ subject, body })
    setSeen(version)
    setTheirs(undefined)
  }
  const save = useAdminMutation('saveNewsletter', { isQuiet: true, onDone: show })
  const create = useAdminMutation('writeNewsletter', {
    isQuiet: true,
    onDone: ({ id }) => void navigate(fillPath(adminPaths.newsletter, { newsletter_id: id }), { replace: true }),
  })
  const test = useAdminMutation('testNewsletter', { isQuiet: true, done: 'Test sent to your email.' })
  const discard = useAdminMutation('discardNewsletter', {
    done: 'Newsletter discarded.',
    onDone: () => void navigate(adminPaths.newsletters),
  })
  const isWritten = written.subject !== subject || written.body !== body
  const error = create.error ?? save.error ?? test.error
  const sentence = error ? errorMessage(error) : undefined
  useEffect(() => {
    if (sentence) alert.current?.focus()
  }, [sentence])

  /** Version that contains the current text; undefined if saving failed. */
  async function saved(): Promise<number | undefined> {
    test.reset()
    if (!isWritten && !theirs) return seen
    const body = { ...written, version: theirs?.version ?? seen }
    try {
      return (await save.mutateAsync({ params, body })).version
    } catch (fault) {
      setTheirs(draftNow(fault))
      return undefined
    }
  }
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (stored) void saved()
    else create.mutate({ body: written })
  }
  async function mailToMe() {
    const version = await saved()
    if (version !== undefined) test.mutate({ params, body: { version } })
  }
  async function askToSend() {
    if ((await saved()) !== undefined) setAsks('send')
  }

  return (
    <>
      <UnsavedGuard
        when={isWritten && !create.isPending && !save.isPending && !discard.isPending}
        sentence="Your changes to this newsletter are not saved."
      />
      <PageLink to={adminPaths.newsletters} className="text-link text-small">
        Newsletters
      </PageLink>
      <PageHead
        title={stored ? subjectOf(stored) : 'New newsletter'}
        actions={
          stored && (
            <>
              <Button busy={test.isPending} disabled={save.isPending} onClick={() => void mailToMe()}>
                Send me a test
              </Button>
              <Button kind="primary" disabled={save.isPending} onClick={() => void askToSend()}>
                Send…
              </Button>
              <Menu
                trigger={
                  <Button kind="quiet" aria-label="More">
                    <MoreHorizontal size={18} aria-hidden />
                  </Button>
                }
              >
                <MenuItem danger onSelect={() => setAsks('discard')}>
                  Discard…
                </MenuItem>
              </Menu>
            </>
          )
        }
      >
        <p className="text-muted">
          {isWritten || !stored ? 'Not saved yet.' : 'Saved'}
          {!isWritten && stored && (
            <>
              {' '}
              <Ago at={stored.changed.at} /> by {stored.changed.by}.
            </>
          )}
        </p>
      </PageHead>
      <div className="grid items-start gap-x-10 gap-y-9 xl:grid-cols-2">
        <form noValidate onSubmit={submit} className="grid min-w-0 gap-4">
          {sentence && (
            <Alert tone="danger" ref={alert}>
              {sentence}
            </Alert>
          )}
          {theirs && theirs.state === 'draft' && <ConflictingVersion theirs={theirs} written={written} onUse={show} />}
          <FieldErrors value={fieldErrors(error)}>
            <TextField
              name="subject"
              label="Subject"
              maxLength={200}
              value={written.subject}
              onChange={({ target }) => setWritten({ ...written, subject: target.value })}
            />
            <div ref={area} className="grid gap-2">
              <TextArea
                name="body"
                label="Text"
                rows={18}
                maxLength={20_000}
                value={written.body}
                onChange={({ target }) => setWritten({ ...written, body: target.value })}
                hint="A blank line starts a new paragraph. A link alone on a line becomes a button."
              />
              <fieldset className="flex flex-wrap items-center gap-1">
                <legend className="sr-only">Insert into the text</legend>
                {insertions.map(({ name, text, isAlone }) => (
                  <Button key={name} kind="quiet" aria-label={`Insert: ${name}`} onClick={() => insert(text, isAlone)}>
                    {name}
                  </Button>
                ))}
              </fieldset>
            </div>
          </FieldErrors>
          <FormActions
            disabled={!isWritten}
            onCancel={() => {
              save.reset()
              show({ subject, body, version: stored?.version ?? 0 })
            }}
          >
            <Button type="submit" busy={save.isPending || create.isPending} disabled={!isWritten && !theirs}>
              Save
            </Button>
          </FormActions>
        </form>
        <div className="min-w-0">
          <NewsletterPreview written={written} />
        </div>
      </div>
      {stored && asks === 'send' && (
        <SendDialog newsletter={stored} version={seen} onClose={() => setAsks(undefined)} />
      )}
      {stored && asks === 'discard' && (
        <FormDialog
          open
          onClose={() => setAsks(undefined)}
          title="Discard this newsletter?"
          submit="Discard"
          danger
          focusSubmit
          onSubmit={() => discard.mutateAsync({ params, body: { version: seen } })}
        >
          <p>“{subjectOf(stored)}” will be deleted. The audit log records that it existed.</p>
        </FormDialog>
      )}
    </>
  )
}

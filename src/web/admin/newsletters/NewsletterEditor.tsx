import MoreHorizontal from 'lucide-react/icons/ellipsis'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { adminPaths } from '#contract/admin-paths.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { fieldErrors, sentenceOf } from '../client/sentence-of.ts'
import { useAct } from '../client/use-act.ts'
import { TextDifferences } from '../settings/TextDifferences.tsx'
import { Ago } from '../ui/Ago.tsx'
import { Button } from '../ui/Button.tsx'
import { FormActions } from '../ui/FormActions.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { FieldErrors, TextArea, TextField } from '../ui/fields.tsx'
import { Menu, MenuItem } from '../ui/Menu.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import { NewsletterPreview } from './NewsletterPreview.tsx'
import { draftNow, insertions, type Newsletter, subjectOf, type Texts } from './newsletter-words.ts'
import { SendDialog } from './SendDialog.tsx'

/** A draft beside how it looks as a mail. What is mailed and sent is what was saved. */
export function NewsletterEditor({ stored }: { stored: Newsletter }) {
  const navigate = useNavigate()
  const params = { newsletter_id: stored.id }
  const [written, setWritten] = useState<Texts>({ subject: stored.subject, body: stored.body })
  /** The version that was looked at when writing began. */
  const [seen, setSeen] = useState(stored.version)
  const [theirs, setTheirs] = useState<Newsletter>()
  const [asks, setAsks] = useState<'send' | 'discard'>()
  const alert = useRef<HTMLDivElement>(null)
  const area = useRef<HTMLDivElement>(null)
  const show = ({ subject, body, version }: Newsletter) => {
    setWritten({ subject, body })
    setSeen(version)
    setTheirs(undefined)
  }
  const save = useAct('saveNewsletter', { isQuiet: true, onDone: show })
  const test = useAct('testNewsletter', { isQuiet: true, done: 'It is on its way to your own email.' })
  const discard = useAct('discardNewsletter', {
    done: 'The newsletter is thrown away.',
    onDone: () => void navigate(adminPaths.newsletters),
  })
  const isWritten = written.subject !== stored.subject || written.body !== stored.body
  const error = save.error ?? test.error
  const sentence = error ? sentenceOf(error) : undefined
  useEffect(() => {
    if (sentence) alert.current?.focus()
  }, [sentence])

  /** The version that holds what is written; undefined where it was not saved. */
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
    void saved()
  }
  async function mailToMe() {
    const version = await saved()
    if (version !== undefined) test.mutate({ params, body: { version } })
  }
  async function askToSend() {
    if ((await saved()) !== undefined) setAsks('send')
  }

  /** Where the caret is; what stands alone gets a line of its own. */
  function insert(text: string, isAlone: boolean) {
    const field = area.current?.querySelector('textarea')
    const [start, end] = [field?.selectionStart ?? written.body.length, field?.selectionEnd ?? written.body.length]
    const [before, after] = [written.body.slice(0, start), written.body.slice(end)]
    const put = isAlone
      ? `${before === '' || before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : '\n\n'}${text}${after === '' || after.startsWith('\n') ? '' : '\n\n'}`
      : text
    setWritten({ ...written, body: `${before}${put}${after}` })
    requestAnimationFrame(() => {
      field?.focus()
      field?.setSelectionRange(before.length + put.length, before.length + put.length)
    })
  }

  return (
    <>
      <PageLink to={adminPaths.newsletters} className="text-link text-small">
        Newsletters
      </PageLink>
      <PageHead
        title={subjectOf(stored)}
        actions={
          <>
            <Button busy={test.isPending} disabled={save.isPending} onClick={() => void mailToMe()}>
              Send it to me
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
                Throw it away…
              </MenuItem>
            </Menu>
          </>
        }
      >
        <p className="text-muted">
          {isWritten ? 'Not saved yet.' : 'Saved'}
          {!isWritten && (
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
          {theirs && theirs.state === 'draft' && (
            <Alert tone="note">
              <div className="grid min-w-0 gap-2">
                <p>It is now as below. Saving puts yours in its place.</p>
                <TextDifferences before={theirs} after={written} />
                <Button kind="quiet" className="justify-self-start" onClick={() => show(theirs)}>
                  Take theirs
                </Button>
              </div>
            </Alert>
          )}
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
                hint="An empty line begins a paragraph. A link alone on a line is a button."
              />
              <fieldset className="flex flex-wrap items-center gap-1">
                <legend className="sr-only">Put into the text</legend>
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
              show(stored)
            }}
          >
            <Button type="submit" busy={save.isPending} disabled={!isWritten && !theirs}>
              Save
            </Button>
          </FormActions>
        </form>
        <div className="min-w-0">
          <NewsletterPreview written={written} />
        </div>
      </div>
      {asks === 'send' && <SendDialog newsletter={stored} version={seen} onClose={() => setAsks(undefined)} />}
      {asks === 'discard' && (
        <FormDialog
          open
          onClose={() => setAsks(undefined)}
          title="Throw this newsletter away?"
          submit="Throw it away"
          danger
          focusSubmit
          onSubmit={() => discard.mutateAsync({ params, body: { version: seen } })}
        >
          <p>“{subjectOf(stored)}” is gone then; the audit log keeps that it was there.</p>
        </FormDialog>
      )}
    </>
  )
}

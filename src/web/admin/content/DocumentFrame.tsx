import { useQuery } from '@tanstack/react-query'
import Ellipsis from 'lucide-react/icons/ellipsis'
import History from 'lucide-react/icons/history'
import { type ReactNode, type SubmitEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { adminPaths } from '#contract/admin-paths.ts'
import {
  type ContentDocument,
  type DocumentBody,
  type DocumentContent,
  type DocumentKey,
  type DocumentKind,
  saveContentCall,
} from '#contract/content/documents.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { UnsavedGuard } from '#web/ui/UnsavedGuard.tsx'
import { errorMessage, fieldErrors } from '../api/error-messages.ts'
import { adminQuery } from '../api/query.ts'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { useExpectedVersion } from '../api/use-expected-version.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { ConcurrentChanges } from '../ui/ConcurrentChanges.tsx'
import { FieldErrors } from '../ui/FieldErrors.tsx'
import { Menu, MenuItem, MenuLink } from '../ui/Menu.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { RecordSkeleton } from '../ui/RecordSkeleton.tsx'
import { StateDot } from '../ui/StateDot.tsx'
import { LoadedPage } from '../ui/states.tsx'
import { showToast } from '../ui/toasts.tsx'
import { DocumentBar } from './DocumentBar.tsx'
import { PreviewDialog, ScheduleDialog, UnpublishDialog } from './DocumentDialogs.tsx'
import { DocumentHistory, VersionChanges } from './DocumentHistory.tsx'
import { describeState, hasDraft } from './document-labels.ts'

/** The input of an editor. Fields are named by their path in the body, such as `blocks.0.heading`. */
export type BodyEditor<Body> = {
  body: Body
  update: (changes: Partial<Body>) => void
  /** Errors by field. */
  errors: Record<string, string>
  /** Blocks saving while a part, such as a picture, is uploading. */
  onWaiting: (part: string, isWaiting: boolean) => void
}

type DocumentFrameProps<Kind extends DocumentKind> = {
  kind: Kind
  document: DocumentKey
  /** Name of the record while it loads, such as “The page”. */
  label: string
  /** Off for a document that no page shows alone; its editor has a preview. */
  hasPreviewLink?: boolean
  /** Fields of the document that are no part of its versions, such as the URL of a page. */
  aside?: (document: ContentDocument) => ReactNode
  /** The fields of the body. */
  children: (editor: BodyEditor<DocumentBody<Kind>>) => ReactNode
}

/** Edits a document of any kind: draft, preview, publication, schedule, history, and changes by someone else. */
export function DocumentFrame<Kind extends DocumentKind>(props: DocumentFrameProps<Kind>) {
  const document = useQuery(adminQuery('contentDocument', { params: { document: props.document } }))
  const { label } = props
  return (
    <LoadedPage query={document} label={label} skeleton={<RecordSkeleton label={`${label} is loading`} />}>
      {(loaded) => <OpenedDocument key={loaded.document} {...props} current={loaded} />}
    </LoadedPage>
  )
}

type EditorState = { document: ContentDocument; times: number }

/** Opens the editor again with each saved version; a version by someone else waits until nothing is entered. */
function OpenedDocument<Kind extends DocumentKind>({
  current,
  ...props
}: DocumentFrameProps<Kind> & { current: ContentDocument }) {
  const [opened, setOpened] = useState<EditorState>({ document: current, times: 0 })
  return (
    <Editor
      key={opened.times}
      {...props}
      opened={opened.document}
      current={current}
      onOpen={(document) => setOpened(({ times }) => ({ document, times: times + 1 }))}
    />
  )
}

type EditorProps<Kind extends DocumentKind> = Omit<DocumentFrameProps<Kind>, 'document' | 'label'> & {
  opened: ContentDocument
  current: ContentDocument
  onOpen: (document: ContentDocument) => void
}
type OpenDialog = 'history' | 'preview' | 'schedule' | 'unpublish'

function Editor<Kind extends DocumentKind>({
  kind,
  opened,
  current,
  onOpen,
  hasPreviewLink = true,
  aside,
  children,
}: EditorProps<Kind>) {
  const params = { document: opened.document }
  const [body, setBody] = useState<DocumentBody<Kind>>(() => opened.content.body as DocumentBody<Kind>)
  const isChanged = JSON.stringify(body) !== JSON.stringify(opened.content.body)
  const [refusal, setRefusal] = useState<{ errors: Record<string, string>; message: string | undefined }>()
  const [waiting, setWaiting] = useState<ReadonlySet<string>>(new Set())
  const [dialog, setDialog] = useState<OpenDialog>()
  const version = useExpectedVersion(opened)
  const save = useAdminMutation('saveContent', { hideErrorToast: true })
  const publish = useAdminMutation('publishContent', { hideErrorToast: true })
  const unschedule = useAdminMutation('unscheduleContent', { successMessage: 'Schedule canceled.', onSuccess: onOpen })
  const isBusy = save.isPending || publish.isPending
  const form = useRef<HTMLFormElement>(null)
  const alert = useRef<HTMLDivElement>(null)

  const openCurrent = useEffectEvent(() => {
    if (isNewer(current, opened) && !isChanged && !dialog && !isBusy) onOpen(current)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when one of them changes
  useEffect(() => openCurrent(), [current.version, isChanged, dialog])

  useEffect(() => {
    if (!refusal) return
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-list-error]')
    if (field) field.focus()
    else alert.current?.focus()
  }, [refusal])

  /** Saves what was entered, and publishes it if asked to. */
  async function submit(isPublishing: boolean) {
    if (isBusy || waiting.size > 0) return
    setRefusal(undefined)
    const content = { kind, body } as DocumentContent
    const contractErrors = isChanged ? findContractErrors(content) : {}
    if (Object.keys(contractErrors).length > 0) {
      return setRefusal({ errors: contractErrors, message: 'Some fields need your attention.' })
    }
    let latest = opened
    try {
      if (isChanged) {
        latest = await version.sendExpected((expected_version) =>
          save.mutateAsync({ params, body: { content, expected_version } }),
        )
      }
      if (isPublishing) {
        const publishNow = (expected_version: string) => publish.mutateAsync({ params, body: { expected_version } })
        latest = await (isChanged ? publishNow(latest.version) : version.sendExpected(publishNow))
      }
      onOpen(latest)
      showToast(isPublishing ? 'Published.' : 'Draft saved.')
    } catch (error) {
      // Saved, but not published.
      if (latest !== opened) onOpen(latest)
      setRefusal({ errors: toBodyErrors(fieldErrors(error)), message: errorMessage(error) })
    }
  }

  const { label, tone } = describeState(opened)
  const errors = refusal?.errors ?? {}
  return (
    <>
      <UnsavedGuard when={isChanged && !isBusy} message="Your changes to this text are not saved." />
      <PageLink to={adminPaths.content} className="text-link text-small">
        Content
      </PageLink>
      <PageHeader
        title={opened.title}
        note={<StateDot tone={tone}>{label}</StateDot>}
        actions={
          <>
            {hasPreviewLink && (
              <Button disabled={isChanged || opened.number === 0} onClick={() => setDialog('preview')}>
                Preview
              </Button>
            )}
            <Button icon={<History size={16} aria-hidden />} onClick={() => setDialog('history')}>
              History
            </Button>
            <Menu
              trigger={
                <IconButton label="More actions">
                  <Ellipsis size={17} aria-hidden />
                </IconButton>
              }
            >
              {opened.path !== null && <MenuLink href={opened.path}>View in store</MenuLink>}
              <MenuItem disabled={isChanged || !hasDraft(opened)} onSelect={() => setDialog('schedule')}>
                Schedule…
              </MenuItem>
              {opened.scheduled_number !== null && (
                <MenuItem onSelect={() => unschedule.mutate({ params, body: { expected_version: opened.version } })}>
                  Cancel the schedule
                </MenuItem>
              )}
              {kind === 'page' && opened.published_number !== null && (
                <MenuItem danger onSelect={() => setDialog('unpublish')}>
                  Take off the store…
                </MenuItem>
              )}
            </Menu>
          </>
        }
      />
      <form
        ref={form}
        noValidate
        method="post"
        onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
          event.preventDefault()
          // A dialog inside is elsewhere in the document.
          if (event.target === form.current && isChanged) void submit(false)
        }}
      >
        <FieldErrors value={errors}>
          <fieldset disabled={isBusy} className="grid min-w-0 grid-cols-1 gap-9 pt-2">
            {opened.dead_links.length > 0 && (
              <Alert tone="warning">
                <span>
                  Visitors can’t open these pages now: <span className="break-all">{opened.dead_links.join(', ')}</span>
                </span>
              </Alert>
            )}
            {aside?.(opened)}
            {children({
              body,
              update: (changes) => setBody((before) => ({ ...before, ...changes })),
              errors,
              onWaiting: (part, isWaiting) =>
                setWaiting((before) => new Set([...before, part].filter((other) => isWaiting || other !== part))),
            })}
          </fieldset>
        </FieldErrors>
        {(isChanged || hasDraft(opened)) && (
          <DocumentBar
            alert={alert}
            message={refusal?.message}
            isChanged={isChanged}
            isBusy={isBusy}
            isUploading={waiting.size > 0}
            onDiscard={() => onOpen(isNewer(version.latest, current) ? version.latest : current)}
            onPublish={() => void submit(true)}
          >
            <ConcurrentChanges
              opened={opened}
              latest={version.latest}
              facts={({ changed_by }) => ({ 'Changed by': changed_by ?? '' })}
              onUseTheirs={() => onOpen(version.latest)}
            >
              <VersionChanges document={opened.document} number={version.latest.number} />
            </ConcurrentChanges>
          </DocumentBar>
        )}
      </form>
      {dialog === 'history' && (
        <DocumentHistory
          document={opened}
          hasUnsaved={isChanged}
          onRestore={onOpen}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'preview' && <PreviewDialog document={opened} onClose={() => setDialog(undefined)} />}
      {dialog === 'schedule' && (
        <ScheduleDialog document={opened} onScheduled={onOpen} onClose={() => setDialog(undefined)} />
      )}
      {dialog === 'unpublish' && (
        <UnpublishDialog document={opened} onUnpublished={onOpen} onClose={() => setDialog(undefined)} />
      )}
    </>
  )
}

const isNewer = (a: ContentDocument, b: ContentDocument): boolean => Number(a.version) > Number(b.version)

/** Errors by field of the body. */
const toBodyErrors = (errors: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(errors).map(([name, message]) => [name.replace('content.body.', ''), message]))

/** Finds what the contract refuses, by field of the body; the first error of a field counts. */
function findContractErrors(content: DocumentContent): Record<string, string> {
  const { error } = saveContentCall.body.safeParse({ content, expected_version: '' })
  const entries = (error?.issues ?? []).map(({ path, message }) => [path.join('.'), message] as const)
  return toBodyErrors(Object.fromEntries(entries.reverse()))
}

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ContentDocument, ContentVersion, DocumentKey } from '#contract/content/documents.ts'
import { adminQuery, useAdminPages } from '../api/query.ts'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { LineDifferences } from '../settings/TextDifferences.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { TimeAgo } from '../ui/TimeAgo.tsx'

type DocumentHistoryProps = {
  document: ContentDocument
  /** Explains why nothing can be restored. */
  hasUnsaved: boolean
  onRestore: (restored: ContentDocument) => void
  onClose: () => void
}

/** Every saved version: who, when, what, and a way back. */
export function DocumentHistory({ document, hasUnsaved, onRestore, onClose }: DocumentHistoryProps) {
  const history = useAdminPages('contentHistory', {}, { document: document.document })
  const [restoring, setRestoring] = useState<ContentVersion>()
  const [compared, setCompared] = useState<number>()
  const versions = history.data?.pages.flatMap(({ data }) => data)
  return (
    <Dialog open onClose={onClose} title="History" variant="drawer">
      {hasUnsaved && <p className="pb-3 text-muted">Save or discard your changes to restore a version.</p>}
      <Loaded query={{ data: versions, error: history.error, refetch: history.refetch }}>
        {(listed) =>
          listed.length === 0 ? (
            <Empty title="No changes yet">Every version is listed here from the first save on.</Empty>
          ) : (
            <>
              <ol aria-label="Versions" className="divide-y divide-hairline">
                {listed.map((version) => {
                  const { number } = version
                  return (
                    <li key={number} data-row className="grid gap-1 py-3">
                      <p>
                        {describeVersion(version, document)}
                        <span className="block text-small text-muted">
                          {version.made_by}, <TimeAgo at={version.made_at} />
                        </span>
                      </p>
                      <div className="-ml-3 flex flex-wrap">
                        <Button
                          kind="quiet"
                          aria-expanded={compared === number}
                          aria-label={`Changes of version ${number}`}
                          onClick={() => setCompared(compared === number ? undefined : number)}
                        >
                          Changes
                        </Button>
                        {!hasUnsaved && number !== document.number && (
                          <Button
                            kind="quiet"
                            aria-label={`Restore version ${number}`}
                            onClick={() => setRestoring(version)}
                          >
                            Restore
                          </Button>
                        )}
                      </div>
                      {compared === number && <VersionChanges document={document.document} number={number} />}
                    </li>
                  )
                })}
              </ol>
              {history.hasNextPage && (
                <Button busy={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
                  Older versions
                </Button>
              )}
            </>
          )
        }
      </Loaded>
      {restoring && (
        <RestoreDialog
          document={document}
          number={restoring.number}
          onRestore={onRestore}
          onClose={() => setRestoring(undefined)}
        />
      )}
    </Dialog>
  )
}

const describeVersion = (
  { number, restored_from }: ContentVersion,
  { published_number, scheduled_number }: ContentDocument,
): string =>
  [
    `Version ${number}`,
    restored_from !== null && `copy of version ${restored_from}`,
    number === published_number && 'published',
    number === scheduled_number && 'scheduled',
  ]
    .filter(Boolean)
    .join(', ')

/** Lists the changes of a version line by line. */
export function VersionChanges({ document, number }: { document: DocumentKey; number: number }) {
  const version = useQuery(adminQuery('contentVersion', { params: { document, number } }))
  return (
    <Loaded query={version}>
      {({ text, previous_text }) => <LineDifferences before={previous_text} after={text} />}
    </Loaded>
  )
}

type RestoreDialogProps = Pick<DocumentHistoryProps, 'document' | 'onRestore' | 'onClose'> & { number: number }

function RestoreDialog({ document, number, onRestore, onClose }: RestoreDialogProps) {
  const restore = useAdminMutation('restoreContent', {
    hideErrorToast: true,
    successMessage: `Version ${number} restored as a draft.`,
    onSuccess: onRestore,
  })
  const params = { document: document.document }
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`Restore version ${number}?`}
      submit="Restore"
      focusSubmit
      onSubmit={() => restore.mutateAsync({ params, body: { number, expected_version: document.version } })}
    >
      <p>A copy becomes the newest draft. Visitors see it when you publish it.</p>
    </FormDialog>
  )
}

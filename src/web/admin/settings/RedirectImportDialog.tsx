import { useState } from 'react'
import type { RedirectImport } from '#contract/content/redirects.ts'
import { formatWhole } from '#domain/money/whole-number.ts'
import { decodeText } from '#domain/text/decode-text.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { FileDrop } from '#web/ui/FileDrop.tsx'
import { adminPost } from '../api/api.ts'
import { errorMessage } from '../api/error-messages.ts'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { currentRecord } from '../api/use-expected-version.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'

const MAX_BYTES = 1_000_000

/** Previews a CSV file of redirects, then imports it. */
export function RedirectImportDialog({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  const [preview, setPreview] = useState<RedirectImport>()
  const [error, setError] = useState<unknown>()
  const [isReading, setReading] = useState(false)
  const apply = useAdminMutation('importRedirects', {
    hideErrorToast: true,
    successMessage: ({ added, changed }) => `${formatWhole(added)} added, ${formatWhole(changed)} changed.`,
    onSuccess: onClose,
  })
  const message = error === undefined ? undefined : errorMessage(error)

  async function readFile([file]: File[]) {
    if (!file) return
    setReading(true)
    setError(undefined)
    try {
      const content = decodeText(new Uint8Array(await file.arrayBuffer()))
      setPreview(await adminPost('importRedirects', { body: { text: content } }))
      setText(content)
    } catch (error) {
      setError(error)
    }
    setReading(false)
  }

  function onRefused(error: unknown) {
    setError(error)
    const current = currentRecord<RedirectImport>(error)
    if (current) setPreview(current)
  }

  const changeCount = preview ? preview.added + preview.changed : 0
  return (
    <Dialog
      open
      onClose={onClose}
      variant="wide"
      isBusy={apply.isPending}
      title={preview ? 'Preview' : 'Import redirects'}
    >
      <div className="grid gap-4">
        {message && <Alert tone="danger">{message}</Alert>}
        {preview ? (
          <Preview preview={preview} />
        ) : (
          <FileDrop
            label="File"
            hint="CSV with the columns Redirect from and Redirect to, up to 1 MB."
            accept={['.csv', '.tsv', '.txt', 'text/csv', 'text/plain', 'text/tab-separated-values']}
            minBytes={1}
            maxBytes={MAX_BYTES}
            files={[]}
            disabled={isReading}
            onFiles={(files) => void readFile(files)}
          />
        )}
        <div className="flex flex-wrap justify-end gap-2 pt-1">
          <Button kind="quiet" disabled={apply.isPending} onClick={onClose}>
            Cancel
          </Button>
          {preview && (
            <Button
              kind="primary"
              autoFocus
              busy={apply.isPending}
              disabled={changeCount === 0}
              onClick={() =>
                apply.mutate({ body: { text, expected_version: preview.version } }, { onError: onRefused })
              }
            >
              {changeCount === 0 ? 'Nothing new' : `Import ${formatWhole(changeCount)}`}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}

function Preview({ preview }: { preview: RedirectImport }) {
  const { added, changed, unchanged, changes, refused, refused_count } = preview
  return (
    <>
      <p className="figures">
        {formatWhole(added)} new, {formatWhole(changed)} changed, {formatWhole(unchanged)} unchanged,{' '}
        {formatWhole(refused_count)} refused
      </p>
      {refused.length > 0 && (
        <section aria-labelledby="refused" className="grid gap-1">
          <h3 id="refused" className="font-[560]">
            Refused rows are left out
          </h3>
          <ul className="grid gap-1 text-small">
            {refused.map(({ line, column, reason }) => (
              <li key={line}>
                Line {line}, {column}: {reason}
              </li>
            ))}
          </ul>
          <More shown={refused.length} count={refused_count} />
        </section>
      )}
      {changes.length > 0 && (
        <section aria-labelledby="changes" className="grid gap-1">
          <h3 id="changes" className="font-[560]">
            Changes
          </h3>
          <ul className="divide-y divide-hairline border-y border-hairline text-small">
            {changes.map(({ path, before, after }) => (
              <li key={path} className="py-1.5 break-all">
                {path} to {before !== null && <s className="text-muted">{before}</s>} {after}
              </li>
            ))}
          </ul>
          <More shown={changes.length} count={added + changed} />
        </section>
      )}
    </>
  )
}

const More = ({ shown, count }: { shown: number; count: number }) =>
  count > shown ? <p className="text-small text-muted">And {formatWhole(count - shown)} more.</p> : null

import { useRef, useState } from 'react'
import type { AdminResponse } from '#contract/admin-calls.ts'
import { decodeText } from '#domain/text/decode-text.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { FileDrop } from '#web/ui/FileDrop.tsx'
import { TextArea } from '#web/ui/fields.tsx'
import { UnsavedGuard } from '#web/ui/UnsavedGuard.tsx'
import { adminPost } from '../api/api.ts'
import { errorMessage } from '../api/error-messages.ts'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import type { ColumnMapping } from './column-mapping.ts'
import { ImportPreview } from './ImportPreview.tsx'
import { pluralize } from './transaction-labels.ts'

type ImportResponse = AdminResponse<'importBankTransactions'>
type ImportInput = { text: string; kind?: ImportResponse['origin']; columns?: ColumnMapping; name?: string }

const MAX_BYTES = 1_000_000

/** Accepts other formats too: the server recognizes them and says what to download instead. */
const ACCEPTED = [
  ...[
    '.csv',
    '.tsv',
    '.txt',
    '.ofx',
    '.qfx',
    '.qbo',
    '.xml',
    '.sta',
    '.940',
    '.mt940',
    '.qif',
    '.bai',
    '.xlsx',
    '.xls',
    '.pdf',
  ],
  ...['text/csv', 'text/plain', 'text/tab-separated-values'],
]

type ImportDialogProps = { open: boolean; onClose: () => void; onAdded: () => void }

/** Previews text or a file from the bank, then imports it. */
export function ImportDialog({ open, onClose, onAdded }: ImportDialogProps) {
  return open ? <ImportForm onClose={onClose} onAdded={onAdded} /> : null
}

function ImportForm({ onClose, onAdded }: Omit<ImportDialogProps, 'open'>) {
  const [text, setText] = useState('')
  const [preview, setPreview] = useState<{ input: ImportInput; result: ImportResponse }>()
  const [error, setError] = useState<unknown>()
  const [isReading, setReading] = useState(false)
  const latestRequest = useRef(0)
  const add = useAdminMutation('importBankTransactions', {
    successMessage: ({ added, duplicate_count }) =>
      `${pluralize(added.length, 'payment')} added${duplicate_count > 0 ? `, ${duplicate_count} already imported` : ''}.`,
    hideErrorToast: true,
    onSuccess: onAdded,
  })
  const message = error === undefined ? undefined : errorMessage(error)

  async function readInput(input: ImportInput) {
    const request = ++latestRequest.current
    setReading(true)
    setError(undefined)
    try {
      const result = await adminPost('importBankTransactions', { body: { ...bodyOf(input), preview_only: true } })
      if (request === latestRequest.current) setPreview({ input, result })
    } catch (error) {
      if (request === latestRequest.current) setError(error)
    }
    if (request === latestRequest.current) setReading(false)
  }

  async function readFile([file]: File[]) {
    if (!file) return
    await readInput({ text: decodeFile(new Uint8Array(await file.arrayBuffer())), name: file.name })
  }

  return (
    <Dialog
      open
      onClose={onClose}
      variant="wide"
      isBusy={add.isPending}
      title={preview ? 'Preview' : 'Import bank statement'}
    >
      <div className="grid gap-4">
        <UnsavedGuard when={(text.trim() !== '' || preview !== undefined) && !add.isPending} />
        {message && <Alert tone="danger">{message}</Alert>}
        {preview ? (
          <ImportPreview
            {...preview}
            isReading={isReading}
            onColumns={(columns) => void readInput({ ...preview.input, columns })}
            onKind={(kind) =>
              void readInput({
                text: preview.input.text,
                kind,
                ...(preview.input.name && { name: preview.input.name }),
              })
            }
          />
        ) : (
          <>
            <FileDrop
              label="Bank file"
              hint="CSV or OFX (QFX, QBO), up to 1 MB."
              accept={ACCEPTED}
              minBytes={1}
              maxBytes={MAX_BYTES}
              files={[]}
              disabled={isReading}
              onFiles={(files) => void readFile(files)}
            />
            <TextArea
              label="Or paste text"
              hint="An email from your bank or statement lines, exactly as they are."
              rows={8}
              value={text}
              autoFocus
              onChange={(event) => setText(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && text.trim() !== '')
                  void readInput({ text, kind: 'paste' })
              }}
            />
          </>
        )}
        <div className="flex flex-wrap justify-end gap-2 pt-1">
          {preview ? (
            <Button
              kind="quiet"
              disabled={add.isPending}
              onClick={() => {
                setPreview(undefined)
                setError(undefined)
              }}
            >
              Back
            </Button>
          ) : (
            <Button kind="quiet" onClick={onClose}>
              Cancel
            </Button>
          )}
          {preview ? (
            <Button
              key="add"
              kind="primary"
              autoFocus
              busy={add.isPending}
              disabled={isReading || newCount(preview.result) === 0}
              onClick={() => add.mutate({ body: bodyOf(preview.input) }, { onError: (error) => setError(error) })}
            >
              {newCount(preview.result) === 0 ? 'Nothing new' : `Add ${pluralize(newCount(preview.result), 'payment')}`}
            </Button>
          ) : (
            <Button
              kind="primary"
              busy={isReading}
              disabled={text.trim() === ''}
              onClick={() => void readInput({ text, kind: 'paste' })}
            >
              Preview
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}

/** Text for the server, which rejects NUL; the start of a binary file such as a workbook is enough to identify it. */
function decodeFile(bytes: Uint8Array): string {
  const text = decodeText(bytes)
  return text.includes('\0') ? text.slice(0, 1_000).replaceAll('\0', ' ') : text
}

const newCount = ({ read, duplicate_count }: ImportResponse): number => read - duplicate_count

const bodyOf = ({ text, kind, columns }: ImportInput) => ({ text, ...(kind && { kind }), ...(columns && { columns }) })

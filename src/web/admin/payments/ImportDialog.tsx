import { useRef, useState } from 'react'
import type { AdminAnswer } from '#contract/admin-calls.ts'
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
import { counted } from './transaction-labels.ts'

type ImportResponse = AdminAnswer<'importNotices'>
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
  return open ? <Importing onClose={onClose} onAdded={onAdded} /> : null
}

function Importing({ onClose, onAdded }: Omit<ImportDialogProps, 'open'>) {
  const [text, setText] = useState('')
  const [looked, setLooked] = useState<{ given: ImportInput; read: ImportResponse }>()
  const [error, setError] = useState<unknown>()
  const [isLooking, setLooking] = useState(false)
  const latest = useRef(0)
  const add = useAdminMutation('importNotices', {
    done: ({ added, duplicate_count }) =>
      `${counted(added.length, 'payment')} added${duplicate_count > 0 ? `, ${duplicate_count} already imported` : ''}.`,
    isQuiet: true,
    onDone: onAdded,
  })
  const sentence = error === undefined ? undefined : errorMessage(error)

  async function look(given: ImportInput) {
    const asked = ++latest.current
    setLooking(true)
    setError(undefined)
    try {
      const read = await adminPost('importNotices', { body: { ...bodyOf(given), preview_only: true } })
      if (asked === latest.current) setLooked({ given, read })
    } catch (fault) {
      if (asked === latest.current) setError(fault)
    }
    if (asked === latest.current) setLooking(false)
  }

  async function take([file]: File[]) {
    if (!file) return
    await look({ text: textOfFile(new Uint8Array(await file.arrayBuffer())), name: file.name })
  }

  return (
    <Dialog
      open
      onClose={onClose}
      look="wide"
      isBusy={add.isPending}
      title={looked ? 'Preview' : 'Import bank statement'}
    >
      <div className="grid gap-4">
        <UnsavedGuard when={(text.trim() !== '' || looked !== undefined) && !add.isPending} />
        {sentence && <Alert tone="danger">{sentence}</Alert>}
        {looked ? (
          <ImportPreview
            {...looked}
            isReading={isLooking}
            onColumns={(columns) => void look({ ...looked.given, columns })}
            onKind={(kind) =>
              void look({ text: looked.given.text, kind, ...(looked.given.name && { name: looked.given.name }) })
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
              disabled={isLooking}
              onFiles={(files) => void take(files)}
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
                  void look({ text, kind: 'paste' })
              }}
            />
          </>
        )}
        <div className="flex flex-wrap justify-end gap-2 pt-1">
          {looked ? (
            <Button
              kind="quiet"
              disabled={add.isPending}
              onClick={() => {
                setLooked(undefined)
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
          {looked ? (
            <Button
              key="add"
              kind="primary"
              autoFocus
              busy={add.isPending}
              disabled={isLooking || newOf(looked.read) === 0}
              onClick={() => add.mutate({ body: bodyOf(looked.given) }, { onError: (fault) => setError(fault) })}
            >
              {newOf(looked.read) === 0 ? 'Nothing new' : `Add ${counted(newOf(looked.read), 'payment')}`}
            </Button>
          ) : (
            <Button
              kind="primary"
              busy={isLooking}
              disabled={text.trim() === ''}
              onClick={() => void look({ text, kind: 'paste' })}
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
function textOfFile(bytes: Uint8Array): string {
  const text = decodeText(bytes)
  return text.includes('\0') ? text.slice(0, 1_000).replaceAll('\0', ' ') : text
}

const newOf = ({ read, duplicate_count }: ImportResponse): number => read - duplicate_count

const bodyOf = ({ text, kind, columns }: ImportInput) => ({ text, ...(kind && { kind }), ...(columns && { columns }) })

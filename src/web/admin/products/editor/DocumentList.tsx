import Close from 'lucide-react/icons/x'
import { useState } from 'react'
import { DOCUMENT_LIMIT } from '#contract/base/limits.ts'
import type { DocumentKind } from '#domain/catalog/product-content.ts'
import { callUrl } from '#web/api/api.ts'
import { FileDrop } from '#web/ui/FileDrop.tsx'
import { Select, TextField } from '#web/ui/fields.tsx'
import { errorMessage } from '../../api/error-messages.ts'
import { adminUpload } from '../../api/upload.ts'
import { IconButton } from '../../ui/Button.tsx'
import { MoveButtons } from '../../ui/MoveButtons.tsx'
import { Section } from '../../ui/Section.tsx'
import { useReorder } from '../../ui/use-reorder.ts'
import { documentLabels } from './editor-labels.ts'
import { ListError } from './ListError.tsx'
import type { DraftDocument } from './product-draft.ts'
import type { DraftProps, SetDraft } from './use-product-draft.ts'

type DocumentsProps = DraftProps & {
  setDraft: SetDraft
  readOnly: boolean
  /** Receives true while a document is uploading. */
  onWaiting: (waiting: boolean) => void
}

/** Public PDF files, such as safety data sheets. */
export function DocumentList({ draft, update, setDraft, readOnly, onWaiting }: DocumentsProps) {
  const { documents } = draft
  const [uploading, setUploading] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const reorder = useReorder(documents, (moved) => update({ documents: moved }))
  const change = (document: DraftDocument, changes: Partial<DraftDocument>) =>
    update({ documents: documents.map((other) => (other === document ? { ...other, ...changes } : other)) })

  async function add(files: readonly File[]) {
    setFailure(undefined)
    onWaiting(true)
    for (const file of files) {
      setUploading(file.name)
      try {
        const { file: name, title } = await adminUpload('uploadProductDocument', file)
        const kind = /safety|sds|msds/i.test(title) ? 'safety' : /technical|tds/i.test(title) ? 'technical' : 'other'
        setDraft((current) => ({ ...current, documents: [...current.documents, { file: name, kind, title }] }))
      } catch (error) {
        setFailure(`${file.name}: ${errorMessage(error) ?? 'Not uploaded.'}`)
      }
    }
    setUploading(undefined)
    onWaiting(false)
  }

  return (
    <Section title="Documents">
      <div className="grid gap-3 pt-3">
        <ListError name="documents" />
        {documents.length > 0 && (
          <ul aria-label="Documents" className="divide-y divide-hairline">
            {documents.map((document, index) => (
              <li key={document.file} className="flex flex-wrap items-end gap-x-3 gap-y-2 py-2">
                <TextField
                  label="Title"
                  maxLength={255}
                  value={document.title}
                  onChange={({ target }) => change(document, { title: target.value })}
                  className="min-w-40 flex-1"
                />
                <Select
                  label="Kind"
                  value={document.kind}
                  onChange={({ target }) => change(document, { kind: target.value as DocumentKind })}
                >
                  {Object.entries(documentLabels).map(([kind, label]) => (
                    <option key={kind} value={kind}>
                      {label}
                    </option>
                  ))}
                </Select>
                <a
                  href={callUrl('productDocument', { params: { file: document.file } })}
                  download
                  className="text-link self-center"
                >
                  PDF
                </a>
                {!readOnly && (
                  <div className="flex">
                    <MoveButtons name={document.title} index={index} count={documents.length} move={reorder.move} />
                    <IconButton
                      label={`Remove ${document.title}`}
                      onClick={() => update({ documents: documents.filter((other) => other !== document) })}
                    >
                      <Close size={16} aria-hidden />
                    </IconButton>
                  </div>
                )}
              </li>
            ))}
          </ul>
        )}
        {!readOnly && (
          <FileDrop
            label="Add documents"
            hint="PDF, up to 8 MB each. Everyone can download them from the product’s page."
            files={[]}
            multiple
            accept={['.pdf', 'application/pdf']}
            maxBytes={DOCUMENT_LIMIT}
            error={failure}
            onFiles={(files) => void add(files)}
          />
        )}
        <p role="status" className="text-small text-muted">
          {uploading !== undefined && `Uploading ${uploading}…`}
        </p>
      </div>
    </Section>
  )
}

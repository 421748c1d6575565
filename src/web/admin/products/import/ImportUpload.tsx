import { useState } from 'react'
import { useNavigate } from 'react-router'
import { adminPaths } from '#contract/admin-paths.ts'
import { PRODUCT_FILE_LIMIT } from '#contract/base/limits.ts'
import { fillPath } from '#contract/paths.ts'
import { FileDrop } from '#web/ui/FileDrop.tsx'
import { errorMessage } from '../../api/error-messages.ts'
import { adminUpload } from '../../api/upload.ts'
import { RowsSkeleton } from '../../ui/states.tsx'

/** Workbooks are accepted, because the server says how to save them. */
const ACCEPTED = ['.csv', '.tsv', '.txt', '.xlsx', '.xls', 'text/csv', 'text/plain', 'text/tab-separated-values']

/** Uploads a product file and opens its preview. */
export function ImportUpload() {
  const navigate = useNavigate()
  const [isUploading, setUploading] = useState(false)
  const [error, setError] = useState<string>()

  async function upload([file]: File[]) {
    if (!file) return
    setUploading(true)
    setError(undefined)
    try {
      const { import_id } = await adminUpload('uploadProductImport', file)
      await navigate(fillPath(adminPaths.productImport, { import_id }))
    } catch (error) {
      setError(errorMessage(error))
      setUploading(false)
    }
  }

  return (
    <div className="grid max-w-text gap-3">
      <FileDrop
        label="Product file"
        hint="CSV with a header row, up to 64 MB. Save an Excel workbook as “CSV UTF-8” first."
        accept={ACCEPTED}
        minBytes={1}
        maxBytes={PRODUCT_FILE_LIMIT}
        files={[]}
        disabled={isUploading}
        onFiles={(files) => void upload(files)}
        {...(error !== undefined && { error })}
      />
      {isUploading && <RowsSkeleton rows={2} />}
    </div>
  )
}

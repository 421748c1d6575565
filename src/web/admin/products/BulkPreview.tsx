import { useState } from 'react'
import type { AdminInput, AdminResponse } from '#contract/admin-calls.ts'
import { formatDollars } from '#domain/money/money.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { adminPost } from '../api/api.ts'
import { errorMessage } from '../api/error-messages.ts'
import { Button } from '../ui/Button.tsx'
import { SkeletonRows } from '../ui/states.tsx'
import { showToast } from '../ui/toasts.tsx'
import { categoryLabels, type ProductChoices, statusLabels } from './product-labels.ts'

type Preview = AdminResponse<'previewBulkChange'>
type PlannedProduct = Preview['data'][number]
type Fields = PlannedProduct['before']

type BulkPreviewProps = {
  input: AdminInput<'previewBulkChange'>
  /** Undefined while it loads. */
  preview: Preview | undefined
  error: string | undefined
  choices: ProductChoices | undefined
}

/** Every new value, old and new, and the products that stay as they are, with the reason. */
export function BulkPreview({ input, preview, error, choices }: BulkPreviewProps) {
  const [pages, setPages] = useState<readonly Preview[]>([])
  const [isLoading, setLoading] = useState(false)
  if (error) return <Alert tone="danger">{error}</Alert>
  if (!preview) return <SkeletonRows rows={4} />
  const rows = [preview, ...pages].flatMap(({ data }) => data)
  const next = (pages.at(-1) ?? preview).next

  async function loadMore() {
    if (next === null) return
    setLoading(true)
    try {
      const page = await adminPost('previewBulkChange', { body: { ...input.body, after: next } })
      setPages((before) => [...before, page])
    } catch (error) {
      const message = errorMessage(error)
      if (message !== undefined) showToast(message, { tone: 'danger' })
    }
    setLoading(false)
  }

  return (
    <div className="grid gap-4">
      <p className="figures">
        <span className="font-[560]">{preview.changed.toLocaleString('en-US')} to change</span>
        {preview.unchanged > 0 && ` · ${preview.unchanged.toLocaleString('en-US')} stay as they are`}
        {preview.refused > 0 && ` · ${preview.refused.toLocaleString('en-US')} can’t be changed`}
      </p>
      {preview.refusals.length > 0 && (
        <section aria-label="Can’t be changed" className="grid gap-1 text-small">
          <h3 className="font-[560] text-danger">Can’t be changed</h3>
          <ul className="grid max-h-40 gap-1 overflow-y-auto">
            {preview.refusals.map(({ product_id, name, reason }) => (
              <li key={product_id}>
                {name}: {reason}
              </li>
            ))}
            {preview.refused > preview.refusals.length && (
              <li>and {(preview.refused - preview.refusals.length).toLocaleString('en-US')} more</li>
            )}
          </ul>
        </section>
      )}
      {rows.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and can then be reached by keyboard
        <section aria-label="New values" className="max-h-[40dvh] overflow-y-auto" tabIndex={0}>
          <table aria-label="New values" className="w-full text-left">
            <thead className="sticky top-0 bg-paper text-small text-muted">
              <tr className="*:border-b *:border-hairline *:py-1.5 *:pr-4 *:font-normal *:last:pr-0">
                <th scope="col">Product</th>
                <th scope="col" className="text-right">
                  Now
                </th>
                <th scope="col" className="text-right">
                  New
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ product_id, name, before, after }) => (
                <tr key={product_id} className="*:border-b *:border-hairline *:py-1.5 *:pr-4 *:last:pr-0">
                  <th scope="row" className="font-normal">
                    {name}
                  </th>
                  <td className="figures text-right text-muted">{formatValue(before, choices)}</td>
                  <td className="figures text-right font-[560]">{formatValue(after, choices)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {next !== null && (
            <Button kind="quiet" className="mt-2" busy={isLoading} onClick={() => void loadMore()}>
              Show more
            </Button>
          )}
        </section>
      )}
    </div>
  )
}

function formatValue({ price, pv, status, vendor, category_id }: Fields, choices: ProductChoices | undefined): string {
  if (price !== undefined) return formatDollars(price)
  if (pv !== undefined) return `${pv.toLocaleString('en-US')} PV`
  if (status !== undefined) return statusLabels[status]
  if (vendor !== undefined) return vendor || 'None'
  return (category_id != null && choices && categoryLabels(choices).get(category_id)) || 'None'
}

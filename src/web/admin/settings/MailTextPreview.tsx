import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { adminCallPath } from '#contract/admin-call-paths.ts'
import { fillPath } from '#contract/paths.ts'
import { TextField } from '#web/ui/fields.tsx'
import { adminPost } from '../api/api.ts'
import { MailPreview, previewKey, previewQueryOptions, useDebounced } from '../ui/MailPreview.tsx'
import type { MailText, Texts } from './mail-text-labels.ts'

/** Preview of the email with the current text, using a real order where there is one. */
export function MailTextPreview({ stored: { mail, supports_order }, draft }: { stored: MailText; draft: Texts }) {
  const [order, setOrder] = useState('')
  const inputJson = useDebounced(JSON.stringify({ ...draft, ...(/^\d+$/.test(order) && { order_id: Number(order) }) }))
  const preview = useQuery({
    ...previewQueryOptions,
    queryKey: previewKey(mail, inputJson),
    queryFn: () => adminPost('previewMailText', { params: { mail }, body: JSON.parse(inputJson) }),
  })
  const orderId = preview.data?.order_id ?? null
  return (
    <MailPreview
      preview={preview}
      inputJson={inputJson}
      action={fillPath(adminCallPath('previewMailTextPage'), { mail })}
      note={`${orderId === null ? 'With sample data.' : `With order ${orderId}.`} Links are inactive in this preview.`}
    >
      {supports_order && (
        <TextField
          label="Sample order"
          inputMode="numeric"
          value={order}
          placeholder={orderId === null ? 'the latest' : String(orderId)}
          onChange={({ target }) => setOrder(target.value.trim())}
          className="max-w-narrow"
        />
      )}
    </MailPreview>
  )
}

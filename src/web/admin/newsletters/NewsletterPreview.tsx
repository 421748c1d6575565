import { useQuery } from '@tanstack/react-query'
import { adminCallPath } from '#contract/admin-call-paths.ts'
import { adminPost } from '../api/api.ts'
import { MailPreview, previewKey, previewQueryOptions, useDebounced } from '../ui/MailPreview.tsx'
import type { Texts } from './newsletter-labels.ts'

export function NewsletterPreview({ draft, title }: { draft: Texts; title?: string }) {
  const inputJson = useDebounced(JSON.stringify(draft))
  const preview = useQuery({
    ...previewQueryOptions,
    queryKey: previewKey('newsletter', inputJson),
    queryFn: () => adminPost('previewNewsletter', { body: JSON.parse(inputJson) }),
  })
  return (
    <MailPreview
      {...(title !== undefined && { title })}
      preview={preview}
      inputJson={inputJson}
      action={adminCallPath('previewNewsletterPage')}
      note="The unsubscribe link is inactive in this preview."
    />
  )
}

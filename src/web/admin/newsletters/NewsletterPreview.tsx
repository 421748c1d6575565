import { useQuery } from '@tanstack/react-query'
import { adminCallPath } from '#contract/admin-paths.ts'
import { adminPost } from '../api/api.ts'
import { MailPreview, previewing, previewKey, useSettled } from '../ui/MailPreview.tsx'
import type { Texts } from './newsletter-labels.ts'

export function NewsletterPreview({ written, title }: { written: Texts; title?: string }) {
  const asked = useSettled(JSON.stringify(written))
  const preview = useQuery({
    ...previewing,
    queryKey: previewKey('newsletter', asked),
    queryFn: () => adminPost('previewNewsletter', { body: JSON.parse(asked) }),
  })
  return (
    <MailPreview
      {...(title !== undefined && { title })}
      preview={preview}
      asked={asked}
      action={adminCallPath('previewNewsletterPage')}
      note="The unsubscribe link is inactive in this preview."
    />
  )
}

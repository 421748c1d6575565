import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { adminQuery } from '../api/query.ts'
import { LoadedPage } from '../ui/states.tsx'
import { NewsletterEditor } from './NewsletterEditor.tsx'
import { NEW_NEWSLETTER } from './newsletter-labels.ts'
import { SentNewsletter } from './SentNewsletter.tsx'

/** Polling interval while the newsletter is being sent. */
const POLL_INTERVAL_MS = 1_000

/** Edits a newsletter, or shows its progress once it was sent. */
export default function NewsletterPage() {
  const { newsletter_id: id = '' } = useParams()
  return id === NEW_NEWSLETTER ? <NewsletterEditor key={id} /> : <StoredNewsletter id={Number(id)} />
}

function StoredNewsletter({ id }: { id: number }) {
  const query = useQuery({
    ...adminQuery('newsletter', { params: { newsletter_id: id } }),
    refetchInterval: ({ state: { data } }) => (data?.state === 'sending' ? POLL_INTERVAL_MS : false),
  })
  return (
    <LoadedPage query={query} label="The newsletter">
      {(newsletter) =>
        newsletter.state === 'draft' ? (
          <NewsletterEditor key={newsletter.id} stored={newsletter} />
        ) : (
          <SentNewsletter key={newsletter.id} newsletter={newsletter} />
        )
      }
    </LoadedPage>
  )
}

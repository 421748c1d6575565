import { useQuery } from '@tanstack/react-query'
import Paperclip from 'lucide-react/icons/paperclip'
import { formMessages } from '#contract/base/form-messages.ts'
import { formatOrderDay } from '#contract/orders/labels.ts'
import type { MyPost } from '#contract/posts/calls.ts'
import { paths } from '#web/api/paths.ts'
import { EmptyState } from '#web/page/EmptyState.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { Table } from '#web/ui/Table.tsx'
import { languages } from './languages.ts'
import { myPostsQuery } from './my-posts-query.ts'

type PostTableProps = { page: number; onEdit: (post: MyPost) => void }

/** The user's posts, newest first. On phones, cells without their own column move below the title. */
export function PostTable({ page, onEdit }: PostTableProps) {
  const { data: posts, error } = useQuery(myPostsQuery(page))
  if (!posts) {
    return error ? (
      <Alert tone="danger">We can’t load your posts right now. Please try again in a moment.</Alert>
    ) : (
      <Spinner label="Loading your posts" className="text-muted" />
    )
  }
  if (posts.data.length === 0 && posts.page_count > 0) {
    return (
      <PageLink to={paths.accountPosts} className="tap-target text-link hover:text-ink">
        There are no posts on this page. Go to the first page
      </PageLink>
    )
  }
  if (posts.data.length === 0) {
    return (
      <EmptyState title={formMessages.noPost}>
        Posts you write for other professionals will show up here. Start with New Post: share a technique, a color or a
        day at the chair.
      </EmptyState>
    )
  }
  return (
    <>
      <Table
        aria-label="My posts"
        look="list"
        className="mb-8"
        rows={posts.data}
        keyOf={({ id }) => id}
        rowClass="align-baseline"
        columns={[
          { name: 'No', cellClass: 'figures text-muted', cell: ({ id }) => id },
          { name: 'Title', cellClass: 'w-full', cell: (post) => <Title post={post} /> },
          {
            name: 'Attachment',
            className: 'max-md:hidden',
            cellClass: 'max-w-52 min-w-32',
            cell: (post) => <Attachment post={post} />,
          },
          { name: 'Language', className: 'max-md:hidden', cell: ({ language }) => languages[language].name },
          {
            name: 'Created Date',
            className: 'max-md:hidden',
            cellClass: 'whitespace-nowrap',
            cell: ({ created_at }) => formatOrderDay(created_at),
          },
          {
            name: 'Edit',
            end: true,
            cell: (post) => (
              <Button kind="quiet" className="-my-2 -mr-3" onClick={() => onEdit(post)}>
                Edit
                <span lang={languages[post.language].tag} className="sr-only">
                  {' '}
                  {post.title}
                </span>
              </Button>
            ),
          },
        ]}
      />
      <Pager kind="words" page={page} count={posts.page_count} to={(n) => `${paths.accountPosts}?page=${n}`} />
    </>
  )
}

function Title({ post }: { post: MyPost }) {
  const { name, tag } = languages[post.language]
  return (
    <>
      <PageLink to={paths.post(post.id)} lang={tag} className="wrap-anywhere text-link font-[520] hover:text-ink">
        {post.title}
      </PageLink>
      {post.state !== 'public' && <p className="mt-1 wrap-anywhere text-note text-muted">{stateNote(post)}</p>}
      <div className="mt-1 grid justify-items-start gap-1 text-note text-muted md:hidden">
        <span>
          {name} · {formatOrderDay(post.created_at)}
        </span>
        <Attachment post={post} />
      </div>
    </>
  )
}

/** In the time zone of the browser, like the form. */
const timeFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

function stateNote({ state, hidden_reason, publish_at }: MyPost): string {
  const planned = publish_at === null ? '' : timeFormat.format(new Date(publish_at))
  if (state === 'draft') return 'Draft'
  if (state === 'scheduled') return `Public from ${planned}`
  if (state === 'waiting')
    return planned === '' ? 'Waiting for approval' : `Waiting for approval, public from ${planned}`
  return `Hidden by our team: ${hidden_reason}`
}

function Attachment({ post: { attachment, attachment_url } }: { post: MyPost }) {
  if (!attachment || !attachment_url) return null
  return (
    <a href={attachment_url} download={attachment} className="tap-target wrap-anywhere text-link hover:text-ink">
      <Paperclip size={15} className="mr-1 inline align-[-0.12em]" aria-hidden />
      {attachment}
    </a>
  )
}

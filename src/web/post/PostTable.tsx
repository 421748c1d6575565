import { useQuery } from '@tanstack/react-query'
import Paperclip from 'lucide-react/icons/paperclip'
import { messages } from '#contract/messages.ts'
import { dayOf } from '#contract/order-words.ts'
import type { OwnPost } from '#contract/post.ts'
import { paths } from '#web/client/paths.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { languages } from './languages.ts'
import { ownPostsQuery } from './own-posts-query.ts'

type PostTableProps = { page: number; onEdit: (post: OwnPost) => void }

/** The user's posts, newest first. On a phone, cells without a column of their own move under the title. */
export function PostTable({ page, onEdit }: PostTableProps) {
  const { data: posts, error } = useQuery(ownPostsQuery(page))
  if (error) return <Alert tone="danger">Your posts cannot be shown right now. Please try again in a moment.</Alert>
  if (!posts) return <Spinner label="Loading your posts" className="text-muted" />
  if (posts.data.length === 0) {
    return (
      <div className="grid gap-1 text-muted">
        <p>{messages.noPost}</p>
        <p>What you write for other professionals is listed here.</p>
      </div>
    )
  }
  return (
    <>
      <table className="mb-8 w-full text-left">
        <thead className="text-note text-muted">
          <tr className="border-b border-hairline *:py-3 *:pr-4 *:font-normal">
            <th scope="col">No</th>
            <th scope="col">Title</th>
            <th scope="col" className="max-md:hidden">
              Attachment
            </th>
            <th scope="col" className="max-md:hidden">
              Language
            </th>
            <th scope="col" className="max-md:hidden">
              Created Date
            </th>
            <th scope="col" className="pr-0! text-right">
              Edit
            </th>
          </tr>
        </thead>
        <tbody>
          {posts.data.map((post) => (
            <PostRow key={post.id} post={post} onEdit={onEdit} />
          ))}
        </tbody>
      </table>
      <Pager kind="words" page={page} count={posts.page_count} to={(n) => `${paths.accountPosts}?page=${n}`} />
    </>
  )
}

function PostRow({ post, onEdit }: { post: OwnPost; onEdit: (post: OwnPost) => void }) {
  const { name, tag } = languages[post.language]
  const day = dayOf(post.created_at)
  return (
    <tr className="border-b border-hairline align-baseline *:py-3 *:pr-4">
      <td className="figures text-muted">{post.id}</td>
      <td className="w-full">
        <PageLink to={paths.post(post.id)} lang={tag} className="wrap-anywhere text-link font-[520] hover:text-ink">
          {post.title}
        </PageLink>
        <div className="mt-1 grid justify-items-start gap-1 text-note text-muted md:hidden">
          <span>
            {name} · {day}
          </span>
          <Attachment post={post} />
        </div>
      </td>
      <td className="max-w-52 min-w-32 max-md:hidden">
        <Attachment post={post} />
      </td>
      <td className="max-md:hidden">{name}</td>
      <td className="whitespace-nowrap max-md:hidden">{day}</td>
      <td className="pr-0! text-right">
        <Button kind="quiet" className="-my-2 -mr-3" onClick={() => onEdit(post)}>
          Edit<span className="sr-only"> {post.title}</span>
        </Button>
      </td>
    </tr>
  )
}

function Attachment({ post: { attachment, attachment_url } }: { post: OwnPost }) {
  if (!attachment || !attachment_url) return null
  return (
    <a href={attachment_url} download={attachment} className="reach wrap-anywhere text-link hover:text-ink">
      <Paperclip size={15} className="mr-1 inline align-[-0.12em]" aria-hidden />
      {attachment}
    </a>
  )
}

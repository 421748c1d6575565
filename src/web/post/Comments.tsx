import { useQueryClient } from '@tanstack/react-query'
import type { Comment, Post, Reply } from '#contract/post.ts'
import { paths } from '#web/paths.ts'
import { usePersonal } from '#web/personal.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { CommentForm } from './CommentForm.tsx'
import { CommentItem } from './CommentItem.tsx'
import { postQuery } from './queries.ts'

export function Comments({ post }: { post: Post }) {
  const { user } = usePersonal()
  const client = useQueryClient()
  const change = (make: (comments: readonly Comment[]) => Comment[]) =>
    client.setQueryData(postQuery(post.id).queryKey, (shown) => shown && { ...shown, comments: make(shown.comments) })
  const addReply = (to: Comment) => (reply: Reply) =>
    change((comments) => comments.map((one) => (one.id === to.id ? { ...one, replies: [...one.replies, reply] } : one)))

  const { comments } = post
  const count = comments.reduce((sum, { replies }) => sum + 1 + replies.length, 0)
  return (
    <section aria-labelledby="comments" className="mt-16 border-t border-ink pt-8">
      <h2 id="comments" className="display pb-6 text-title">
        {count === 0 ? 'Comments' : count === 1 ? '1 comment' : `${count} comments`}
      </h2>
      {count === 0 && <p className="pb-8 text-muted">Nobody has said anything yet.</p>}
      <ol className="grid gap-8 not-empty:pb-10">
        {comments.map((comment) => (
          <CommentItem key={comment.id} comment={comment} onReplied={addReply(comment)} />
        ))}
      </ol>
      {user ? (
        <CommentForm postId={post.id} onCommented={(comment) => change((before) => [...before, comment])} />
      ) : (
        <Guest postId={post.id} />
      )}
    </section>
  )
}

/** The page is the same for everyone until its script knows who looks; without a script the form is simply there. */
const Guest = ({ postId }: { postId: number }) => (
  <>
    <p className="rounded-card bg-sunken px-5 py-4">
      <PageLink to={`${paths.login}?next=${encodeURIComponent(paths.post(postId))}`} className="text-link">
        Login
      </PageLink>{' '}
      to write a comment.
    </p>
    <noscript>
      <div className="pt-6">
        <CommentForm postId={postId} onCommented={() => {}} />
      </div>
    </noscript>
  </>
)

import { useQueryClient } from '@tanstack/react-query'
import type { Comment, Post, PostQuery } from '#contract/posts/calls.ts'
import { formatWhole } from '#domain/money/whole-number.ts'
import { paths } from '#web/api/paths.ts'
import { usePersonal } from '#web/api/personal.ts'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { CommentForm } from './CommentForm.tsx'
import { CommentItem } from './CommentItem.tsx'
import { LoadMoreFailed } from './LoadMoreFailed.tsx'
import { languages } from './languages.ts'
import { moreCommentsQuery } from './load-more-queries.ts'
import { postQuery } from './queries.ts'
import { useLoadMore, withReplaced } from './use-load-more.ts'

export function Comments({ post, query }: { post: Post; query: PostQuery }) {
  const user = usePersonal('user')
  const client = useQueryClient()
  const updatePost = (getChanges: (current: Post) => Partial<Post>) =>
    client.setQueryData(
      postQuery(post.id, query).queryKey,
      (current) => current && { ...current, ...getChanges(current) },
    )
  const incrementCount = () => updatePost(({ comment_count }) => ({ comment_count: comment_count + 1 }))
  const {
    items,
    newItems,
    addItem,
    replace,
    query: moreQuery,
  } = useLoadMore(post.comments, moreCommentsQuery(post), (comment) =>
    updatePost(({ comments }) => ({ comments: [...comments, comment] })),
  )
  const itemProps = {
    postId: post.id,
    lang: languages[post.language].tag,
    onReplied: incrementCount,
    onChanged(comment: Comment) {
      updatePost(({ comments }) => ({ comments: withReplaced(comment)(comments) }))
      replace(comment)
    },
  }

  const count = post.comment_count
  return (
    <section aria-labelledby="comments" className="mt-16 border-t border-ink pt-8">
      <h2 id="comments" className="display pb-6 text-title">
        {count === 0 ? 'Comments' : count === 1 ? '1 comment' : `${formatWhole(count)} comments`}
      </h2>
      {count === 0 && <p className="pb-8 text-muted">No comments yet.</p>}
      {post.has_earlier_comments && (
        <p className="pb-6">
          <PageLink to={`${paths.post(post.id)}#comments`} className="text-link">
            Show comments from the start
          </PageLink>
        </p>
      )}
      <ol className="grid gap-8 not-empty:pb-10">
        {items.map((comment) => (
          <CommentItem key={comment.id} comment={comment} {...itemProps} />
        ))}
      </ol>
      {moreQuery.error && <LoadMoreFailed what="comments" />}
      <div className="grid not-empty:pb-10">
        <LoadMore
          query={moreQuery}
          what="comments"
          to={`${paths.post(post.id, { from: post.next_comment ?? undefined })}#comments`}
        />
      </div>
      {newItems.length > 0 && (
        <ol className="grid gap-8 pb-10" aria-label="Your comments">
          {newItems.map((comment) => (
            <CommentItem key={comment.id} comment={comment} {...itemProps} />
          ))}
        </ol>
      )}
      {user ? (
        <CommentForm
          postId={post.id}
          onCommented={(comment) => {
            addItem(comment)
            incrementCount()
          }}
        />
      ) : (
        <GuestPrompt postId={post.id} />
      )}
    </section>
  )
}

/** The page is the same for everyone until its script knows the visitor; without scripts the form is always visible. */
const GuestPrompt = ({ postId }: { postId: number }) => (
  <>
    <p className="rounded-card bg-sunken px-5 py-4">
      <PageLink to={`${paths.login}?next=${encodeURIComponent(paths.post(postId))}`} className="text-link">
        Log in
      </PageLink>{' '}
      to comment.
    </p>
    <noscript>
      <div className="pt-6">
        <CommentForm postId={postId} onCommented={() => {}} />
      </div>
    </noscript>
  </>
)

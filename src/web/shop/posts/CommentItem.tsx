import { useState } from 'react'
import type { Comment, Reply } from '#contract/posts/calls.ts'
import { paths } from '#web/api/paths.ts'
import { usePersonal } from '#web/api/personal.ts'
import { Button } from '#web/ui/Button.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { Byline } from './Byline.tsx'
import { ReplyForm } from './CommentForm.tsx'
import { LoadMoreFailed } from './LoadMoreFailed.tsx'
import { moreRepliesQuery } from './load-more-queries.ts'
import { useLoadMore } from './use-load-more.ts'

type CommentItemProps = {
  postId: number
  /** Language of the post, in which replies are likely written. */
  lang: string
  comment: Comment
  onReplied: () => void
  /** Called when the comment has a new reply. */
  onChanged: (comment: Comment) => void
}

/** A comment with its replies, one level deep. */
export function CommentItem({ postId, lang, comment, onReplied, onChanged }: CommentItemProps) {
  const user = usePersonal('user')
  const [replying, setReplying] = useState(false)
  const { id, author, next_reply } = comment
  const { items, newItems, addItem, query } = useLoadMore(comment.replies, moreRepliesQuery(comment), (reply) =>
    onChanged({ ...comment, replies: [...comment.replies, reply] }),
  )
  const addReply = (reply: Reply) => {
    addItem(reply)
    onReplied()
  }
  return (
    <li id={`comment-${id}`} className="scroll-mt-24">
      <CommentText comment={comment} lang={lang} />
      {items.length + newItems.length > 0 && (
        <div className="mt-5 grid gap-4 border-l border-hairline pl-5 sm:pl-7">
          <Replies replies={items} lang={lang} label={`Replies to ${author.name}`} />
          {query.error && <LoadMoreFailed what="replies" />}
          <LoadMore
            query={query}
            what="replies"
            to={`${paths.post(postId, { from: id, reply: next_reply ?? undefined })}#comment-${id}`}
          />
          <Replies replies={newItems} lang={lang} label="Your replies" />
        </div>
      )}
      {user && (
        <div className="-ml-3 pt-1">
          <Button kind="quiet" aria-expanded={replying} onClick={() => setReplying(!replying)}>
            {replying ? 'Close' : 'Reply'}
            <span className="sr-only"> to {author.name}</span>
          </Button>
        </div>
      )}
      {user ? (
        replying && (
          <div className="pt-2">
            <ReplyForm comment={comment} onReplied={addReply} />
          </div>
        )
      ) : (
        <noscript>
          <details className="pt-2">
            <summary className="text-note">Reply to {author.name}</summary>
            <ReplyForm comment={comment} onReplied={addReply} />
          </details>
        </noscript>
      )}
    </li>
  )
}

const Replies = ({ replies, lang, label }: { replies: readonly Reply[]; lang: string; label: string }) =>
  replies.length > 0 && (
    <ol aria-label={label} className="grid gap-5">
      {replies.map((reply) => (
        <li key={reply.id}>
          <CommentText comment={reply} lang={lang} />
        </li>
      ))}
    </ol>
  )

const CommentText = ({ comment, lang }: { comment: Reply; lang: string }) => (
  <>
    <Byline text={comment} className="text-note text-muted" />
    <p lang={lang} className="pt-1 wrap-anywhere whitespace-pre-line">
      {comment.content}
    </p>
  </>
)

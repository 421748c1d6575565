import { useState } from 'react'
import type { Comment, Reply } from '#contract/post.ts'
import { usePersonal } from '#web/personal.ts'
import { Button } from '#web/ui/Button.tsx'
import { Byline } from './Byline.tsx'
import { ReplyForm } from './CommentForm.tsx'

type CommentItemProps = { comment: Comment; onReplied: (reply: Reply) => void }

/** A comment with what was answered to it; one level deep. */
export function CommentItem({ comment, onReplied }: CommentItemProps) {
  const { user } = usePersonal()
  const [replying, setReplying] = useState(false)
  const { id, author, replies } = comment
  return (
    <li id={`comment-${id}`} className="scroll-mt-24">
      <Said by={comment} />
      {replies.length > 0 && (
        <ol aria-label={`Replies to ${author.name}`} className="mt-5 grid gap-5 border-l border-hairline pl-5 sm:pl-7">
          {replies.map((reply) => (
            <li key={reply.id}>
              <Said by={reply} />
            </li>
          ))}
        </ol>
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
            <ReplyForm comment={comment} onReplied={onReplied} />
          </div>
        )
      ) : (
        <noscript>
          <details className="pt-2">
            <summary className="text-note">Reply to {author.name}</summary>
            <ReplyForm comment={comment} onReplied={onReplied} />
          </details>
        </noscript>
      )}
    </li>
  )
}

const Said = ({ by }: { by: Reply }) => (
  <>
    <Byline of={by} className="text-note text-muted" />
    <p className="pt-1 wrap-anywhere whitespace-pre-line">{by.content}</p>
  </>
)

import { type FormEvent, useId, useState } from 'react'
import { COMMENT_LIMIT } from '#contract/limits.ts'
import { messages } from '#contract/messages.ts'
import { pageMessages } from '#contract/page-messages.ts'
import type { Comment, Reply } from '#contract/post.ts'
import { CsrfField } from '#web/CsrfField.tsx'
import { post, sentenceOf } from '#web/member/post.ts'
import { paths } from '#web/paths.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TextArea } from '#web/ui/fields.tsx'

type WordsFormProps<Answer> = {
  path: string
  /** The id of the comment to reply to; undefined for a new comment. */
  commentId?: number
  label: string
  action: string
  kind?: 'primary' | 'secondary'
  rows: number
  /** Shown once it is published. */
  thanks: string
  onPublished: (answer: Answer) => void
}

/** One field with one rule, so that reading a post loads neither the forms library nor the validator. */
function WordsForm<Answer>({
  path,
  commentId,
  label,
  action,
  kind,
  rows,
  thanks,
  onPublished,
}: WordsFormProps<Answer>) {
  const id = useId()
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<{ done?: boolean; error?: string; failure?: string }>({})

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const content = String(new FormData(form).get('content')).trim()
    if (content === '') {
      setOutcome({ error: messages.contentRequired })
      document.getElementById(id)?.focus()
      return
    }
    setBusy(true)
    setOutcome({})
    try {
      onPublished(await post<Answer>(path, { content, ...(commentId !== undefined && { comment_id: commentId }) }))
      form.reset()
      setOutcome({ done: true })
    } catch (error) {
      setOutcome({ failure: sentenceOf(error) })
    } finally {
      setBusy(false)
    }
  }

  return (
    <form noValidate method="post" action={path} onSubmit={submit} className="grid gap-4">
      <CsrfField />
      {commentId !== undefined && <input type="hidden" name="comment_id" value={commentId} />}
      {outcome.failure && <Alert tone="danger">{outcome.failure}</Alert>}
      {outcome.done && <Alert tone="success">{thanks}</Alert>}
      <TextArea
        id={id}
        name="content"
        label={label}
        rows={rows}
        maxLength={COMMENT_LIMIT}
        required
        error={outcome.error}
        onChange={() => setOutcome({})}
      />
      <Button kind={kind} type="submit" busy={busy} busyText="Sending…" className="justify-self-start">
        {action}
      </Button>
    </form>
  )
}

type CommentFormProps = { postId: number; onCommented: (comment: Comment) => void }

export const CommentForm = ({ postId, onCommented }: CommentFormProps) => (
  <WordsForm
    path={paths.api.comment(postId)}
    label="Your comment"
    action="Comment"
    rows={5}
    thanks={pageMessages.commented}
    onPublished={onCommented}
  />
)

type ReplyFormProps = { comment: Comment; onReplied: (reply: Reply) => void }

export const ReplyForm = ({ comment, onReplied }: ReplyFormProps) => (
  <WordsForm
    path={paths.api.reply}
    commentId={comment.id}
    label={`Your reply to ${comment.author.name}`}
    action="Reply"
    kind="secondary"
    rows={3}
    thanks={pageMessages.replied}
    onPublished={onReplied}
  />
)

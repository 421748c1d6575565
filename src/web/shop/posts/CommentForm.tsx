import { type FormEvent, useId, useRef, useState } from 'react'
import { formMessages } from '#contract/base/form-messages.ts'
import { COMMENT_LIMIT } from '#contract/base/limits.ts'
import { pageMessages } from '#contract/base/page-messages.ts'
import type { Comment, Reply } from '#contract/posts/calls.ts'
import { callUrl, post } from '#web/api/api.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { CsrfField } from '#web/forms/CsrfField.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TextArea } from '#web/ui/fields.tsx'
import { UnsavedGuard } from '#web/ui/UnsavedGuard.tsx'
import { useFormChanges } from '#web/ui/use-form-changes.ts'

type ContentFormProps<Published> = {
  /** Target of the form without scripts. */
  url: string
  publish: (content: string) => Promise<Published>
  /** Id of the comment to reply to; undefined for a new comment. */
  commentId?: number
  label: string
  action: string
  kind?: 'primary' | 'secondary'
  rows: number
  /** Shown after publishing. */
  thanks: string
  onPublished: (result: Published) => void
}

/** One field with one rule, so that reading a post loads neither the form library nor the validator. */
function ContentForm<Published>({
  url,
  publish,
  commentId,
  label,
  action,
  kind,
  rows,
  thanks,
  onPublished,
}: ContentFormProps<Published>) {
  const id = useId()
  const formElement = useRef<HTMLFormElement>(null)
  const { isChanged, handlers, settle } = useFormChanges(formElement)
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<{ done?: boolean; error?: string; failure?: string }>({})

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const content = String(new FormData(form).get('content')).trim()
    if (content === '') {
      setOutcome({ error: formMessages.contentRequired })
      document.getElementById(id)?.focus()
      return
    }
    setBusy(true)
    setOutcome({})
    try {
      onPublished(await publish(content))
      form.reset()
      settle()
      setOutcome({ done: true })
    } catch (error) {
      setOutcome({ failure: errorMessage(error) })
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      ref={formElement}
      noValidate
      method="post"
      action={url}
      onSubmit={submit}
      {...handlers}
      className="grid gap-4"
    >
      <UnsavedGuard when={isChanged && !busy} isKeptInPage />
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

export function CommentForm({ postId, onCommented }: CommentFormProps) {
  const params = { post_id: postId }
  return (
    <ContentForm
      url={callUrl('comment', { params })}
      publish={(content) => post('comment', { params, body: { content } })}
      label="Your comment"
      action="Comment"
      rows={5}
      thanks={pageMessages.commentPosted}
      onPublished={onCommented}
    />
  )
}

type ReplyFormProps = { comment: Comment; onReplied: (reply: Reply) => void }

export const ReplyForm = ({ comment, onReplied }: ReplyFormProps) => (
  <ContentForm
    url={callUrl('reply')}
    publish={(content) => post('reply', { body: { comment_id: comment.id, content } })}
    commentId={comment.id}
    label={`Your reply to ${comment.author.name}`}
    action="Reply"
    kind="secondary"
    rows={3}
    thanks={pageMessages.replyPosted}
    onPublished={onReplied}
  />
)

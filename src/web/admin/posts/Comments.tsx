import { useCallback, useState } from 'react'
import type { AdminResponse } from '#contract/admin-calls.ts'
import { useAdminQuery } from '../api/query.ts'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { Button } from '../ui/Button.tsx'
import { NextPageLink } from '../ui/NextPageLink.tsx'
import { SearchField } from '../ui/SearchField.tsx'
import { StateDot } from '../ui/StateDot.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { TimeAgo } from '../ui/TimeAgo.tsx'
import { usePageUrl } from '../ui/use-page-url.ts'
import { HideDialog } from './HideDialog.tsx'

type Comment = AdminResponse<'managedComments'>['data'][number]

/** Comments and replies in order, each with its moderation actions. */
export function Comments({ onlyHidden }: { onlyHidden: boolean }) {
  const { get, change } = usePageUrl()
  const [search, after] = [get('search'), get('after')]
  const comments = useAdminQuery('managedComments', {
    query: { ...(onlyHidden && { show: 'hidden' as const }), search: search ?? '', ...(after && { after }) },
  })
  const onSearch = useCallback(
    (text: string) => change({ search: text, after: undefined }, { replace: true }),
    [change],
  )
  return (
    <>
      <SearchField label="Text or author" value={search ?? ''} onSearch={onSearch} className="mb-3 w-full sm:w-72" />
      <Loaded query={comments}>
        {({ data, next }) =>
          data.length === 0 ? (
            <Empty title="No comments here">Comments on posts appear here.</Empty>
          ) : (
            <>
              <ul aria-label="Comments" className="border-t border-hairline">
                {data.map((comment) => (
                  <CommentRow key={`${comment.kind} ${comment.id}`} comment={comment} />
                ))}
              </ul>
              <NextPageLink next={next} />
            </>
          )
        }
      </Loaded>
    </>
  )
}

function CommentRow({ comment }: { comment: Comment }) {
  const { kind, post, author, content, created_at, hidden_at, hidden_by, hidden_reason } = comment
  return (
    <li className="grid gap-x-8 gap-y-2 border-b border-hairline py-3 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="grid gap-1">
        <p className="text-small text-muted">
          {author.name} {kind === 'reply' ? 'replied' : 'wrote'} <TimeAgo at={created_at} /> under “{post.title}”
        </p>
        <p className="max-w-text break-words whitespace-pre-line">{content}</p>
        {hidden_at && (
          <StateDot tone="bad">
            <span className="whitespace-normal">
              Hidden by {hidden_by}: {hidden_reason}
            </span>
          </StateDot>
        )}
      </div>
      <ModerationActions comment={comment} />
    </li>
  )
}

function ModerationActions({ comment: { kind, id, hidden_at } }: { comment: Comment }) {
  const [isHiding, setHiding] = useState(false)
  const hideOptions = { hideErrorToast: true, successMessage: 'Hidden. The author will get an email.' }
  const [hideComment, hideReply] = [
    useAdminMutation('hideComment', hideOptions),
    useAdminMutation('hideReply', hideOptions),
  ]
  const restoreOptions = { successMessage: 'Visible again.' }
  const [restoreComment, restoreReply] = [
    useAdminMutation('restoreComment', restoreOptions),
    useAdminMutation('restoreReply', restoreOptions),
  ]
  const hide = (reason: string) =>
    kind === 'comment'
      ? hideComment.mutateAsync({ params: { comment_id: id }, body: { reason } })
      : hideReply.mutateAsync({ params: { reply_id: id }, body: { reason } })
  const restore = () =>
    kind === 'comment'
      ? restoreComment.mutate({ params: { comment_id: id } })
      : restoreReply.mutate({ params: { reply_id: id } })
  if (hidden_at)
    return (
      <Button busy={restoreComment.isPending || restoreReply.isPending} onClick={restore} className="self-start">
        Restore
      </Button>
    )
  return (
    <>
      <Button kind="quiet" onClick={() => setHiding(true)} className="self-start">
        Hide …
      </Button>
      {isHiding && (
        <HideDialog
          title={kind === 'comment' ? 'Hide this comment and the replies to it' : 'Hide this reply'}
          note="The author will get this reason by email."
          onHide={hide}
          onClose={() => setHiding(false)}
        />
      )}
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AdminResponse } from '#contract/admin-calls.ts'
import { adminUrl } from '../api/api.ts'
import { adminQuery } from '../api/query.ts'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { useExpectedVersion } from '../api/use-expected-version.ts'
import { Button } from '../ui/Button.tsx'
import { ConcurrentChanges } from '../ui/ConcurrentChanges.tsx'
import { buttonClass } from '../ui/compact.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { Loaded } from '../ui/states.tsx'
import { formatDateTime } from '../ui/TimeAgo.tsx'
import { HideDialog } from './HideDialog.tsx'

type Post = AdminResponse<'managedPost'>

const stateLabels: Record<Post['state'], string> = {
  public: 'Public',
  waiting: 'Waiting for approval',
  hidden: 'Hidden',
  draft: 'Draft',
  scheduled: 'Scheduled',
}

/** A post as readers see it, with its moderation actions. */
export function PostDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  return (
    <Dialog open={id !== undefined} onClose={onClose} title="Post" variant="drawer">
      {id !== undefined && <PostLoader id={Number(id)} />}
    </Dialog>
  )
}

function PostLoader({ id }: { id: number }) {
  const post = useQuery(adminQuery('managedPost', { params: { post_id: id } }))
  return <Loaded query={post}>{(data) => <PostView post={data} />}</Loaded>
}

function PostView({ post }: { post: Post }) {
  const { id, title, author, state, content, created_at, attachment, hidden_reason, hidden_by, hidden_at } = post
  return (
    <article className="grid gap-4">
      <header className="grid gap-1">
        <h3 className="display text-title">{title}</h3>
        <p className="text-small text-muted">
          {author.name} · {author.email} · {formatDateTime(created_at)}
        </p>
      </header>
      {state === 'hidden' && (
        <p className="rounded-card bg-danger-tint px-4 py-3 text-danger">
          Hidden by {hidden_by}
          {hidden_at && ` on ${formatDateTime(hidden_at)}`}: {hidden_reason}
        </p>
      )}
      <ModerationActions post={post} />
      {/* Inline styles are limited to those allowed in posts; the server removes all others. */}
      <div
        className="rich-text border-t border-hairline pt-4 text-body"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized by the server on save
        dangerouslySetInnerHTML={{ __html: content }}
      />
      {attachment && (
        <a
          href={adminUrl('postAttachment', { params: { post_id: id } })}
          download
          className={buttonClass('secondary', 'w-fit')}
        >
          {attachment}
        </a>
      )}
    </article>
  )
}

function ModerationActions({ post }: { post: Post }) {
  const { id, state, version } = post
  const [isHiding, setHiding] = useState(false)
  const input = { params: { post_id: id }, body: { expected_version: version } }
  const approve = useAdminMutation('approvePost', { successMessage: 'Post published.' })
  const restore = useAdminMutation('restorePost', { successMessage: 'Post published again.' })
  return (
    <div className="flex flex-wrap gap-2">
      {state === 'waiting' && (
        <Button kind="primary" busy={approve.isPending} onClick={() => approve.mutate(input)}>
          Approve
        </Button>
      )}
      {state === 'hidden' ? (
        <Button busy={restore.isPending} onClick={() => restore.mutate(input)}>
          Restore
        </Button>
      ) : (
        <Button kind="danger" onClick={() => setHiding(true)}>
          Hide …
        </Button>
      )}
      {isHiding && <HidePostDialog post={post} onClose={() => setHiding(false)} />}
    </div>
  )
}

const postFacts = ({ title, excerpt, attachment, state, hidden_by }: Post): Record<string, string> => ({
  Title: title,
  Text: excerpt,
  Attachment: attachment ?? '',
  Status: stateLabels[state],
  'Hidden by': hidden_by ?? '',
})

function HidePostDialog({ post, onClose }: { post: Post; onClose: () => void }) {
  const { opened, latest, sendExpected } = useExpectedVersion(post)
  const hide = useAdminMutation('hidePost', {
    hideErrorToast: true,
    successMessage: 'Post hidden. The author will get an email.',
  })
  return (
    <HideDialog
      title="Hide this post"
      note="It’s removed from every page right away. The author will get this reason by email."
      changes={<ConcurrentChanges opened={opened} latest={latest} facts={postFacts} />}
      onHide={(reason) =>
        sendExpected((expected_version) =>
          hide.mutateAsync({ params: { post_id: post.id }, body: { expected_version, reason } }),
        )
      }
      onClose={onClose}
    />
  )
}

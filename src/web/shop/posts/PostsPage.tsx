import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { formMessages } from '#contract/base/form-messages.ts'
import type { MyPost, MyPosts } from '#contract/posts/calls.ts'
import { AccountFrame } from '#web/account/profile/AccountFrame.tsx'
import { paths } from '#web/api/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { usePageNumber } from '#web/ui/use-page-number.ts'
import { PostForm } from './PostForm.tsx'
import { PostTable } from './PostTable.tsx'
import { showSavedPosts } from './saved-posts.ts'

export default function PostsPage() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const page = usePageNumber()
  const [edited, setEdited] = useState<MyPost | 'new'>()
  const [saved, setSaved] = useState(false)
  const content = useRef<HTMLDivElement>(null)

  // The dialog focuses its close button by default.
  useEffect(() => {
    if (edited === 'new') content.current?.querySelector('input')?.focus()
  }, [edited])

  function edit(post: MyPost | 'new') {
    setSaved(false)
    setEdited(post)
  }

  const close = () => setEdited(undefined)

  function onSaved(firstPage: MyPosts) {
    showSavedPosts(client, firstPage)
    close()
    setSaved(true)
    // A new post appears on the first page.
    if (edited === 'new' && page > 1) navigate(paths.accountPosts)
  }

  return (
    <AccountFrame title="My Posts" aside={<Button onClick={() => edit('new')}>New Post</Button>}>
      {() => (
        <>
          <PostTable page={page} onEdit={edit} />
          <span role="status" className="sr-only">
            {saved && formMessages.saved}
          </span>
          <Dialog look="desk" open={edited !== undefined} onClose={close} title="Post">
            {edited !== undefined && (
              <div ref={content}>
                <PostForm post={edited === 'new' ? undefined : edited} onClose={close} onSaved={onSaved} />
              </div>
            )}
          </Dialog>
        </>
      )}
    </AccountFrame>
  )
}

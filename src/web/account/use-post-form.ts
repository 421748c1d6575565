import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { PostLanguage } from '#contract/limits.ts'
import { type OwnPost, type OwnPosts, SavedPost } from '#contract/post.ts'
import { ApiError, postForm } from '#web/api.ts'
import { rulesOf } from '#web/checkout/resolver.ts'
import { paths } from '#web/paths.ts'
import { csrfToken } from '#web/personal.ts'
import type { Attachment } from './AttachmentField.tsx'

export type PostFields = { title: string; language: PostLanguage; content: string; attachment: Attachment }

const blank = { title: '', language: 'en', content: '' } as const

/** Sends a post with its attachment. The contract validates the fields before, the server after. */
export function usePostForm(post: OwnPost | undefined, onSaved: (answer: OwnPosts) => void) {
  const { title, language, content } = post ?? blank
  const form = useForm<PostFields>({
    defaultValues: { title, language, content, attachment: { file: undefined, removed: false } },
    resolver: rulesOf<PostFields>(SavedPost),
  })
  const [failed, setFailed] = useState(false)

  const onSubmit = form.handleSubmit(async (fields) => {
    setFailed(false)
    try {
      onSaved(await postForm<OwnPosts>(paths.api.savePost, bodyOf(fields, post), csrfToken()))
    } catch (error) {
      setFailed(true)
      for (const [name, message] of reasonsOf(error, fields)) form.setError(name, { message })
    }
  })

  return { form, onSubmit, failed, busy: form.formState.isSubmitting }
}

function bodyOf({ title, language, content, attachment }: PostFields, post: OwnPost | undefined): FormData {
  const body = new FormData()
  if (post) body.set('id', String(post.id))
  body.set('title', title)
  body.set('language', language)
  body.set('content', content)
  if (attachment.file) body.set('attachment', attachment.file)
  else if (attachment.removed) body.set('remove_attachment', '1')
  return body
}

/** The server's errors by field. A refused size or type can only be the file's. */
function reasonsOf(error: unknown, { attachment }: PostFields): [keyof PostFields, string][] {
  if (!(error instanceof ApiError) || !error.problem) return []
  const { detail, errors = {} } = error.problem
  const named = (['title', 'language', 'content', 'attachment'] as const).flatMap((name) =>
    errors[name] ? [[name, errors[name]] as [keyof PostFields, string]] : [],
  )
  const isOfFile = (error.status === 413 || error.status === 415) && attachment.file !== undefined
  return named.length === 0 && isOfFile && detail ? [['attachment', detail]] : named
}

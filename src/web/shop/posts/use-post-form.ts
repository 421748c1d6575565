import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { PostLanguage } from '#contract/base/limits.ts'
import type { Body } from '#contract/calls.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { type MyPost, type MyPosts, SavedPost } from '#contract/posts/calls.ts'
import { isErrorOf } from '#web/api/api.ts'
import { refusalReason } from '#web/api/error-message.ts'
import { upload } from '#web/api/upload.ts'
import { createResolver } from '#web/forms/resolver.ts'
import type { Attachment } from './AttachmentField.tsx'

export type PostFields = { title: string; language: PostLanguage; content: string; attachment: Attachment }

const emptyFields = { title: '', language: 'en', content: '' } as const

/** Submits a post with its attachment. The contract validates the fields first, then the server. */
export function usePostForm(post: MyPost | undefined, onSaved: (firstPage: MyPosts) => void) {
  const { title, language, content } = post ?? emptyFields
  const form = useForm<PostFields>({
    defaultValues: { title, language, content, attachment: { file: undefined, removed: false } },
    resolver: createResolver<PostFields>(SavedPost),
  })
  const [failure, setFailure] = useState<{ reason: string | undefined }>()

  const onSubmit = form.handleSubmit(async (fields) => {
    setFailure(undefined)
    try {
      onSaved(await upload('savePost', toBody(fields, post), { attachment: fields.attachment.file }))
    } catch (error) {
      const fieldErrors = listFieldErrors(error, fields)
      setFailure({ reason: fieldErrors.length === 0 ? refusalReason(error) : undefined })
      for (const [name, message] of fieldErrors) form.setError(name, { message })
    }
  })

  return { form, onSubmit, failure, busy: form.formState.isSubmitting }
}

const toBody = (
  { title, language, content, attachment: { file, removed } }: PostFields,
  post: MyPost | undefined,
): Body<'savePost'> => ({
  id: post?.id,
  expected_version: post?.version,
  title,
  language,
  content,
  remove_attachment: removed && !file ? '1' : undefined,
})

/** Refusals of the file as a whole; others name their field. */
const FILE_ERRORS: readonly ErrorCode[] = ['too_large', 'account_quota', 'shop_quota']

/** Server errors by field. */
function listFieldErrors(error: unknown, { attachment }: PostFields): [keyof PostFields, string][] {
  if (!isErrorOf('savePost', error) || !error.problem) return []
  const { code, detail, errors = {} } = error.problem
  const namedErrors = (['title', 'language', 'content', 'attachment'] as const).flatMap((name) =>
    errors[name] ? [[name, errors[name]] as [keyof PostFields, string]] : [],
  )
  const isFileError = FILE_ERRORS.includes(code) && attachment.file !== undefined
  return namedErrors.length === 0 && isFileError ? [['attachment', detail]] : namedErrors
}

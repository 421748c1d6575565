import { useState } from 'react'
import { type Resolver, useForm } from 'react-hook-form'
import type { PostLanguage } from '#contract/base/limits.ts'
import type { Body } from '#contract/calls.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { type MyPost, type MyPosts, SavedPost } from '#contract/posts/calls.ts'
import { isErrorOf } from '#web/api/api.ts'
import { refusalReason } from '#web/api/error-message.ts'
import { upload } from '#web/api/upload.ts'
import { createResolver } from '#web/forms/resolver.ts'
import type { Attachment } from './AttachmentField.tsx'

export type PostFields = {
  title: string
  language: PostLanguage
  content: string
  cover: string
  tags: string
  status: 'published' | 'draft'
  /** In the format of the browser's control for a date and a time, and in its time zone. */
  publish_at: string
  attachment: Attachment
}

const emptyFields = {
  title: '',
  language: 'en',
  content: '',
  cover: null,
  tags: [],
  state: 'public',
  publish_at: null,
} as const

const check = createResolver<PostFields>(SavedPost)
/** The contract knows instants, the form the time of the browser. */
const checkFields: Resolver<PostFields> = async (fields, ...rest) => {
  const checked = await check({ ...fields, publish_at: toInstant(fields.publish_at) }, ...rest)
  return Object.keys(checked.errors).length > 0 ? checked : { values: fields, errors: {} }
}

/** Submits a post with its attachment. The contract validates the fields first, then the server. */
export function usePostForm(post: MyPost | undefined, onSaved: (firstPage: MyPosts) => void) {
  const { title, language, content, cover, tags, state, publish_at } = post ?? emptyFields
  const form = useForm<PostFields>({
    defaultValues: {
      ...{ title, language, content, cover: cover ?? '', tags: tags.join(', ') },
      status: state === 'draft' ? 'draft' : 'published',
      publish_at: publish_at === null ? '' : toLocalTime(publish_at),
      attachment: { file: undefined, removed: false },
    },
    resolver: checkFields,
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
  { title, language, content, cover, tags, status, publish_at, attachment: { file, removed } }: PostFields,
  post: MyPost | undefined,
): Body<'savePost'> => ({
  id: post?.id,
  expected_version: post?.version,
  title,
  language,
  ...{ content, cover, tags, status },
  publish_at: status === 'draft' ? undefined : toInstant(publish_at),
  remove_attachment: removed && !file ? '1' : undefined,
})

const MINUTE_MS = 60_000
/** `2026-05-01T09:30`, for the browser's control. */
function toLocalTime(instant: string): string {
  const date = new Date(instant)
  return new Date(date.getTime() - date.getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16)
}
const toInstant = (localTime: string): string => (localTime === '' ? '' : new Date(localTime).toISOString())

/** Refusals of the file as a whole; others name their field. */
const FILE_ERRORS: readonly ErrorCode[] = ['too_large', 'account_quota', 'shop_quota']

/** Server errors by field. */
function listFieldErrors(error: unknown, { attachment }: PostFields): [keyof PostFields, string][] {
  if (!isErrorOf('savePost', error) || !error.problem) return []
  const { code, detail, errors = {} } = error.problem
  const namedErrors = (['title', 'language', 'content', 'cover', 'tags', 'publish_at', 'attachment'] as const).flatMap(
    (name) => (errors[name] ? [[name, errors[name]] as [keyof PostFields, string]] : []),
  )
  const isFileError = FILE_ERRORS.includes(code) && attachment.file !== undefined
  return namedErrors.length === 0 && isFileError ? [['attachment', detail]] : namedErrors
}

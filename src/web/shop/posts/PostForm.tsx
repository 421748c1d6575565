import './post-text.css'
import { useContext, useState } from 'react'
import { Controller } from 'react-hook-form'
import { formMessages } from '#contract/base/form-messages.ts'
import { TEXT_LIMIT } from '#contract/base/limits.ts'
import { pageMessages } from '#contract/base/page-messages.ts'
import type { MyPost, MyPosts } from '#contract/posts/calls.ts'
import { FormFailed } from '#web/forms/FormFailed.tsx'
import { RichTextField } from '#web/rich-text/RichTextField.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Select, TextField } from '#web/ui/fields.tsx'
import { UnsavedGuard } from '#web/ui/UnsavedGuard.tsx'
import { UnsavedScopeContext } from '#web/ui/unsaved-scope.ts'
import { AttachmentField } from './AttachmentField.tsx'
import { CoverField } from './CoverField.tsx'
import { languageChoices, languages } from './languages.ts'
import { uploadPicture } from './upload-picture.ts'
import { usePostForm } from './use-post-form.ts'

type PostFormProps = {
  /** Undefined for a new post. */
  post: MyPost | undefined
  onSaved: (firstPage: MyPosts) => void
  onClose: () => void
}

export function PostForm({ post, onSaved, onClose }: PostFormProps) {
  const { form, onSubmit, failure, busy } = usePostForm(post, onSaved)
  const { register, control, formState, watch } = form
  const { errors, isDirty } = formState
  const [uploading, setUploading] = useState(false)
  const dialog = useContext(UnsavedScopeContext)

  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-5">
      <UnsavedGuard when={(isDirty || uploading) && !busy} message={pageMessages.unsavedPost} />
      <div className="grid gap-x-5 gap-y-4 sm:grid-cols-[minmax(0,1fr)_11rem]">
        <TextField
          label="Title"
          required
          maxLength={TEXT_LIMIT}
          autoComplete="off"
          error={errors.title?.message}
          {...register('title')}
        />
        <Select label="Language" error={errors.language?.message} {...register('language')}>
          {languageChoices.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
      </div>
      <Controller
        control={control}
        name="content"
        render={({ field }) => (
          <RichTextField
            ref={field.ref}
            label="Content"
            optional
            hint="Pictures: JPEG, PNG, WebP, AVIF or GIF, up to 8 MB each. A link to a product alone in its paragraph becomes its card."
            language={languages[watch('language')].tag}
            initial={field.value}
            onChange={field.onChange}
            onBlur={field.onBlur}
            onWaiting={setUploading}
            upload={uploadPicture}
            textClass="post-text"
            error={errors.content?.message}
          />
        )}
      />
      <Controller
        control={control}
        name="cover"
        render={({ field }) => <CoverField value={field.value} onChange={field.onChange} onWaiting={setUploading} />}
      />
      <TextField
        label="Tags"
        optional
        hint="Separated by commas, up to 8."
        autoComplete="off"
        error={errors.tags?.message}
        {...register('tags')}
      />
      <Controller
        control={control}
        name="attachment"
        render={({ field }) => (
          <AttachmentField
            post={post}
            value={field.value}
            onChange={field.onChange}
            error={(errors.attachment as { message?: string } | undefined)?.message}
          />
        )}
      />
      <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
        <Select label="Publish" {...register('status')}>
          <option value="published">Yes</option>
          <option value="draft">No, keep it as a draft</option>
        </Select>
        {watch('status') === 'published' && (
          <TextField
            label="Publish at"
            optional
            type="datetime-local"
            hint="Empty: as soon as it’s saved."
            error={errors.publish_at?.message}
            {...register('publish_at')}
          />
        )}
      </div>
      <div className="sticky bottom-0 -mx-5 -mb-5 grid gap-3 border-t border-hairline bg-paper px-5 py-3.5 sm:-mx-7 sm:-mb-7 sm:px-7 sm:py-4">
        {failure && <FormFailed message={formMessages.postSaveFailed} reason={failure.reason} />}
        <div className="flex gap-3">
          <Button type="submit" busy={busy || uploading} busyText={busy ? 'Saving…' : 'Uploading…'}>
            Save
          </Button>
          <Button kind="quiet" onClick={() => dialog?.attempt(onClose)} disabled={busy}>
            Cancel
          </Button>
        </div>
      </div>
    </form>
  )
}

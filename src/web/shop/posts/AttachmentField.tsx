import { useRef } from 'react'
import { ATTACHMENT_LIMIT } from '#contract/base/limits.ts'
import type { MyPost } from '#contract/posts/calls.ts'
import { FileDrop } from '#web/ui/FileDrop.tsx'
import { FileRow } from '#web/ui/FileRow.tsx'
import { attachmentTypes } from './attachment-types.ts'

export type Attachment = {
  /** Selected but not uploaded yet. */
  file: File | undefined
  /** Set when the next save removes the stored attachment. */
  removed: boolean
}

type AttachmentFieldProps = {
  /** The stored post; undefined for a new one. */
  post: MyPost | undefined
  value: Attachment
  onChange: (attachment: Attachment) => void
  error: string | undefined
}

/** A post has one attachment: a new file replaces the stored one. */
export function AttachmentField({ post, value, onChange, error }: AttachmentFieldProps) {
  const drop = useRef<{ focus(): void }>(null)
  const { attachment, attachment_url } = post ?? {}
  const hasStoredFile = attachment && !value.removed && !value.file
  return (
    <FileDrop
      ref={drop}
      label="Attachment"
      optional
      hint="PDF, Office, text, CSV, ZIP or picture, up to 20 MB."
      accept={attachmentTypes}
      minBytes={1}
      maxBytes={ATTACHMENT_LIMIT}
      files={value.file ? [value.file] : []}
      onFiles={([file]) => onChange({ ...value, file })}
      stored={
        hasStoredFile && (
          <FileRow
            name={attachment}
            href={attachment_url ?? undefined}
            onRemove={() => {
              onChange({ ...value, removed: true })
              drop.current?.focus()
            }}
          />
        )
      }
      error={error}
    />
  )
}

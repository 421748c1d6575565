import { useRef } from 'react'
import { ATTACHMENT_LIMIT } from '#contract/limits.ts'
import type { OwnPost } from '#contract/post.ts'
import { FileDrop } from '#web/ui/FileDrop.tsx'
import { FileRow } from '#web/ui/FileRow.tsx'
import { attachmentTypes } from './attachment-types.ts'

export type Attachment = {
  /** Chosen here and not sent yet. */
  file: File | undefined
  /** The stored one goes with the next save. */
  removed: boolean
}

type AttachmentFieldProps = {
  /** As it is stored. */
  post: OwnPost | undefined
  value: Attachment
  onChange: (attachment: Attachment) => void
  error: string | undefined
}

/** A post has one attachment: a new file takes the place of the stored one. */
export function AttachmentField({ post, value, onChange, error }: AttachmentFieldProps) {
  const drop = useRef<{ focus(): void }>(null)
  const { attachment, attachment_url } = post ?? {}
  const isKept = attachment && !value.removed && !value.file
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
        isKept && (
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

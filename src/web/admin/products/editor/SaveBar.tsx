import type { ReactNode, Ref } from 'react'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/fields.tsx'

type SaveBarProps = {
  /** Shown unless it is at a field. */
  message: string | undefined
  alert: Ref<HTMLDivElement>
  /** Set when a free product must be confirmed. */
  confirmation: { isChecked: boolean; onChange: (isChecked: boolean) => void } | undefined
  /** Shown above the actions, such as changes by someone else. */
  children?: ReactNode
  onDiscard?: (() => void) | undefined
  saveLabel: string
  /** Saves and puts it into the store; for drafts. */
  onPublish?: (() => void) | undefined
  busy: boolean
  isUploading: boolean
  canSave: boolean
}

/** The actions of the editor, in view while something is not saved. */
export function SaveBar({
  message,
  alert,
  confirmation,
  children,
  onDiscard,
  saveLabel,
  onPublish,
  busy,
  isUploading,
  canSave,
}: SaveBarProps) {
  return (
    <div className="sticky bottom-0 z-10 mt-9 -mx-4 grid gap-3 border-t border-hairline bg-paper px-4 py-3 sm:mx-0 sm:px-0">
      {message && (
        <Alert tone="danger" ref={alert}>
          {message}
        </Alert>
      )}
      {children}
      {confirmation && (
        <Checkbox
          label="Sell it for $0.00"
          checked={confirmation.isChecked}
          onChange={({ target }) => confirmation.onChange(target.checked)}
        />
      )}
      <div className="flex flex-wrap items-center justify-end gap-2">
        {isUploading && <span className="mr-auto text-small text-muted">Uploading…</span>}
        {onDiscard && (
          <Button kind="quiet" disabled={busy} onClick={onDiscard}>
            Discard changes
          </Button>
        )}
        <Button type="submit" kind={onPublish ? 'secondary' : 'primary'} busy={busy} disabled={!canSave || isUploading}>
          {saveLabel}
        </Button>
        {onPublish && (
          <Button kind="primary" busy={busy} disabled={isUploading} onClick={onPublish}>
            Publish
          </Button>
        )}
      </div>
    </div>
  )
}

import type { ReactNode, Ref } from 'react'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'

type DocumentBarProps = {
  alert: Ref<HTMLDivElement>
  message: string | undefined
  isChanged: boolean
  isBusy: boolean
  isUploading: boolean
  onDiscard: () => void
  onPublish: () => void
  /** Shown above the actions, such as changes by someone else. */
  children: ReactNode
}

/** The actions of an editor, in view while something is not saved or not published. */
export const DocumentBar = ({
  alert,
  message,
  isChanged,
  isBusy,
  isUploading,
  onDiscard,
  onPublish,
  children,
}: DocumentBarProps) => (
  <div className="sticky bottom-0 z-10 mt-9 -mx-4 grid gap-3 border-t border-hairline bg-paper px-4 py-3 sm:mx-0 sm:px-0">
    {message && (
      <Alert tone="danger" ref={alert}>
        {message}
      </Alert>
    )}
    {children}
    <div className="flex flex-wrap items-center justify-end gap-2">
      <span className="mr-auto text-small text-muted">
        {isUploading ? 'Uploading…' : isChanged ? 'Not saved yet.' : 'Visitors don’t see this draft yet.'}
      </span>
      {isChanged && (
        <>
          <Button kind="quiet" disabled={isBusy} onClick={onDiscard}>
            Discard changes
          </Button>
          <Button type="submit" busy={isBusy} disabled={isUploading}>
            Save draft
          </Button>
        </>
      )}
      <Button kind="primary" busy={isBusy} disabled={isUploading} onClick={onPublish}>
        Publish
      </Button>
    </div>
  </div>
)

import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'

/** Error message with a retry button. */
export const LoadFailed = ({ what, retry }: { what: string; retry: () => unknown }) => (
  <Alert tone="danger">
    <p>We can’t load {what} right now. Please try again in a moment.</p>
    <Button kind="quiet" className="-my-1 -ml-3 justify-self-start" onClick={() => retry()}>
      Try again
    </Button>
  </Alert>
)

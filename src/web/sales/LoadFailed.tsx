import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'

/** Error message with a retry button. */
export const LoadFailed = ({ what, retry }: { what: string; retry: () => unknown }) => (
  <Alert tone="danger">
    <p>{what} cannot be shown right now. Nothing is lost.</p>
    <Button kind="quiet" className="-my-1 -ml-3 justify-self-start" onClick={() => retry()}>
      Try again
    </Button>
  </Alert>
)

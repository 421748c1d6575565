import { Alert } from '#web/ui/Alert.tsx'

export const FurtherFailed = ({ what }: { what: string }) => (
  <Alert tone="danger" className="mb-4">
    The other {what} cannot be shown right now. Please try again.
  </Alert>
)

import { Alert } from '#web/ui/Alert.tsx'

export const LoadMoreFailed = ({ what }: { what: string }) => (
  <Alert tone="danger" className="mb-4">
    We can’t load more {what} right now. Please try again.
  </Alert>
)

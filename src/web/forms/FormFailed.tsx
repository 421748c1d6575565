import { Alert } from '#web/ui/Alert.tsx'

/** Error of a form that was not saved: the specification's message and the server's reason. */
export const FormFailed = ({ message, reason }: { message: string; reason: string | undefined }) => (
  <Alert tone="danger">
    <p>{message}</p>
    {reason !== undefined && reason !== message && <p>{reason}</p>}
  </Alert>
)

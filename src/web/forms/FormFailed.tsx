import { Alert } from '#web/ui/Alert.tsx'

/** Error of a form that was not saved: the specification's sentence and the server's reason. */
export const FormFailed = ({ sentence, reason }: { sentence: string; reason: string | undefined }) => (
  <Alert tone="danger">
    <p>{sentence}</p>
    {reason !== undefined && reason !== sentence && <p>{reason}</p>}
  </Alert>
)

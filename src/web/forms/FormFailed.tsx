import { Alert } from '#web/ui/Alert.tsx'

/** A form that was not saved: the specification's sentence, and what the server says can be done about it. */
export const FormFailed = ({ sentence, reason }: { sentence: string; reason: string | undefined }) => (
  <Alert tone="danger">
    <p>{sentence}</p>
    {reason !== undefined && reason !== sentence && <p>{reason}</p>}
  </Alert>
)

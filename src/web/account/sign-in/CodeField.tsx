import { type ComponentProps, useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/fields.tsx'

/** The second step: digits from the app, or a recovery code, so phones must offer letters. */
export function CodeField(field: Omit<ComponentProps<typeof TextField>, 'label' | 'hint'>) {
  const [recovering, setRecovering] = useState(false)
  return (
    <div>
      {recovering ? (
        <TextField
          {...field}
          label="Recovery code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          hint="One of the ten codes you saved. Each works once."
        />
      ) : (
        <TextField
          {...field}
          label="Sign-in code"
          autoComplete="one-time-code"
          inputMode="numeric"
          hint="The six-digit code from your authenticator app."
        />
      )}
      <Button kind="quiet" className="-mb-2 -ml-3 noscript:hidden" onClick={() => setRecovering(!recovering)}>
        {recovering ? 'Use the app instead' : 'Use a recovery code instead'}
      </Button>
    </div>
  )
}

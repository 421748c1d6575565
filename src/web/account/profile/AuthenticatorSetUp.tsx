import { type ReactNode, useEffect, useRef } from 'react'
import { SecondFactorConfirmation, type SecondFactorSetUp } from '#contract/customers/second-factor.ts'
import { useCallForm } from '#web/forms/use-call-form.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/fields.tsx'

type AuthenticatorSetUpProps = {
  setUp: SecondFactorSetUp
  onOn: (recoveryCodes: string[]) => void
  onCancel: () => void
}

/** Shows the secret for the authenticator app and verifies the first code from it. */
export function AuthenticatorSetUp({ setUp, onOn, onCancel }: AuthenticatorSetUpProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { form, onSubmit, failure, busy } = useCallForm({
    rules: SecondFactorConfirmation,
    call: 'confirmSecondFactor',
    empty: { code: '' },
    onSuccess: (response) => onOn(response.recovery_codes),
  })
  return (
    <div className="grid gap-10">
      <Step number={1} title="Add this account to your app" headingRef={heading}>
        <div className="grid items-start gap-x-10 gap-y-6 sm:grid-cols-[auto_minmax(0,1fr)]">
          <QrCode {...setUp.qr} />
          <div className="grid justify-items-start gap-3">
            <p>Scan the QR code with your authenticator app. If you can’t scan it, enter this key instead:</p>
            <code className="font-text rounded-field bg-sunken px-3.5 py-2.5 text-lead font-[560] tracking-wider select-all">
              {groupByFour(setUp.secret)}
            </code>
            <a href={setUp.uri} className={buttonClass('quiet', '-ml-3')}>
              Open the app on this device
            </a>
          </div>
        </div>
      </Step>
      <Step number={2} title="Enter the code from the app">
        <form noValidate onSubmit={onSubmit} className="grid max-w-narrow gap-4">
          {failure && <Alert tone="danger">{failure}</Alert>}
          <TextField
            label="Sign-in code"
            autoComplete="one-time-code"
            inputMode="numeric"
            required
            hint="Six digits. Turning this on logs you out everywhere else."
            error={form.formState.errors.code?.message}
            {...form.register('code')}
          />
          <div className="mt-1 flex flex-wrap gap-x-3 gap-y-2">
            <Button type="submit" busy={busy} busyText="Turning on…">
              Turn on
            </Button>
            <Button kind="quiet" onClick={onCancel}>
              Cancel
            </Button>
          </div>
        </form>
      </Step>
    </div>
  )
}

function Step({
  number,
  title,
  headingRef,
  children,
}: {
  number: number
  title: string
  headingRef?: React.Ref<HTMLHeadingElement>
  children: ReactNode
}) {
  return (
    <section className="grid gap-5">
      <h2 ref={headingRef} tabIndex={-1} className="display text-title outline-none">
        <span className="text-muted">{number}.</span> {title}
      </h2>
      {children}
    </section>
  )
}

/** Dark on white in every theme because some apps cannot read inverted codes. */
const QrCode = ({ size, path }: SecondFactorSetUp['qr']) => (
  <svg
    role="img"
    aria-label="QR code for your authenticator app"
    viewBox={`0 0 ${size} ${size}`}
    shapeRendering="crispEdges"
    className="w-52 max-w-full rounded-card border border-hairline"
  >
    <rect width={size} height={size} fill="#fff" />
    <path d={path} fill="#000" />
  </svg>
)

const groupByFour = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret

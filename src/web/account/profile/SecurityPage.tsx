import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { SecondFactorSetUp } from '#contract/customers/second-factor.ts'
import type { User } from '#contract/customers/sign-in.ts'
import { userQuery } from '#web/account/sign-in/queries.ts'
import { showResponse } from '#web/api/show-response.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { AccountFrame } from './AccountFrame.tsx'
import { AuthenticatorSetUp } from './AuthenticatorSetUp.tsx'
import { ProveEmail } from './ProveEmail.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { StartSetUpForm } from './StartSetUpForm.tsx'
import { SwitchOffForm } from './SwitchOffForm.tsx'

const SecurityPage = () => <AccountFrame title="Two-step sign-in">{(user) => <Security user={user} />}</AccountFrame>
export default SecurityPage

function Security({ user }: { user: User }) {
  const client = useQueryClient()
  const [setUp, setSetUp] = useState<SecondFactorSetUp>()
  const [recoveryCodes, setRecoveryCodes] = useState<string[]>()
  function showCodes(codes: string[]) {
    setRecoveryCodes(codes)
    // Refreshes the user for people who leave the page without pressing the button below.
    void client.invalidateQueries(userQuery())
  }

  if (recoveryCodes) return <RecoveryCodes codes={recoveryCodes} email={user.email} />
  if (user.two_factor) return <TwoStepSignInOn />
  if (setUp) return <AuthenticatorSetUp setUp={setUp} onOn={showCodes} onCancel={() => setSetUp(undefined)} />
  return (
    <div className="grid max-w-text gap-6">
      <p>
        Two-step sign-in adds a second step after your password: a code from an app on your phone that changes every 30
        seconds. Any authenticator app works, such as Google Authenticator, Microsoft Authenticator, 1Password or Aegis.
      </p>
      {user.email_verified ? <StartSetUpForm onStarted={setSetUp} /> : <ProveEmail email={user.email} />}
    </div>
  )
}

function TwoStepSignInOn() {
  const client = useQueryClient()
  const [switchingOff, setSwitchingOff] = useState(false)
  return (
    <div className="grid max-w-text justify-items-start gap-6">
      <Alert tone="success" className="w-full">
        Two-step sign-in is on.
      </Alert>
      <p>
        When you log in, enter a code from your authenticator app or one of your recovery codes. To move to another
        phone or get new recovery codes, turn it off and set it up again.
      </p>
      {switchingOff ? (
        <SwitchOffForm
          onOff={(user) => showResponse(client, userQuery().queryKey, user)}
          onCancel={() => setSwitchingOff(false)}
        />
      ) : (
        <Button kind="secondary" onClick={() => setSwitchingOff(true)}>
          Turn off
        </Button>
      )}
    </div>
  )
}

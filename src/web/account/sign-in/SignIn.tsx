import { Button } from '#web/ui/Button.tsx'
import { ForgotForm } from './ForgotForm.tsx'
import { LoginForm } from './LoginForm.tsx'

export type SignInView = 'login' | 'forgot'
export const signInTitles: Record<SignInView, string> = { login: 'Login', forgot: 'Forgot Password' }

type SignInProps = { view: SignInView; onView: (view: SignInView) => void; onSignedIn: () => void }

/** The sign-in form or, in its place, the one for a forgotten password. */
export function SignIn({ view, onView, onSignedIn }: SignInProps) {
  const other = view === 'login' ? 'forgot' : 'login'
  return (
    <>
      {view === 'login' ? <LoginForm onSignedIn={onSignedIn} /> : <ForgotForm />}
      <p className="mt-2 -ml-3 noscript:hidden">
        <Button kind="quiet" onClick={() => onView(other)}>
          {view === 'login' ? 'Forgot password?' : 'Back to Login'}
        </Button>
      </p>
    </>
  )
}

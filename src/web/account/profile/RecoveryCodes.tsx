import { useEffect, useRef } from 'react'
import { paths } from '#web/api/paths.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { CodeTools } from '#web/ui/CodeTools.tsx'

/** Shown only once; the server stores only hashes of the codes. */
export function RecoveryCodes({ codes, email }: { codes: readonly string[]; email: string }) {
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => top.current?.focus(), [])
  return (
    <div className="grid max-w-text justify-items-start gap-6">
      <Alert ref={top} tone="success" className="w-full print:hidden">
        Two-step sign-in is on. You’ve been logged out everywhere else.
      </Alert>
      <div className="grid gap-2">
        <h2 className="display text-title">Save your recovery codes</h2>
        <p>
          If you lose your phone, enter one of these instead of a code from the app. Each works once. Without your phone
          and codes, you can’t get into your account, so keep them somewhere safe. We show them only once.
        </p>
      </div>
      <ul
        aria-label="Recovery codes"
        className="figures grid w-full max-w-narrow grid-cols-2 gap-x-8 gap-y-2.5 rounded-card border border-hairline bg-raised px-6 py-5 font-[560] tracking-wider"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="-mt-3">
        <CodeTools codes={codes} email={email} />
      </div>
      {/* A full page load drops the codes from memory. */}
      <ButtonLink to={paths.accountSecurity} reloadDocument className="print:hidden">
        I’ve saved them
      </ButtonLink>
    </div>
  )
}

import { useState } from 'react'
import type { AdminResponse } from '#contract/admin-calls.ts'
import { useAdminMutation } from '#web/admin/api/use-admin-mutation.ts'
import { TextField } from '#web/ui/fields.tsx'
import { AuthenticatorKey } from '../../ui/AuthenticatorKey.tsx'
import { Button } from '../../ui/Button.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { textOf } from '../../ui/read-form.ts'
import { Section } from '../../ui/Section.tsx'
import { StateDot } from '../../ui/StateDot.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'

type FactorSetup = AdminResponse<'startOwnFactor'>

/** Two-step sign-in: sets up an app, replaces it, generates new recovery codes. */
export function SecondFactor({ profile }: { profile: AdminResponse<'ownProfile'> }) {
  const { two_factor: isOn, two_factor_required: isRequired, recovery_codes_left: codesLeft } = profile
  const [openDialog, setOpenDialog] = useState<'app' | 'codes'>()
  const [setup, setSetup] = useState<FactorSetup>()
  const [codes, setCodes] = useState<readonly string[]>()
  const start = useAdminMutation('startOwnFactor', { hideErrorToast: true, onSuccess: setSetup })
  const confirm = useAdminMutation('confirmOwnFactor', {
    hideErrorToast: true,
    successMessage: 'Two-step sign-in is on.',
    onSuccess: ({ recovery_codes }) => setCodes(recovery_codes),
  })
  const renew = useAdminMutation('newRecoveryCodes', {
    hideErrorToast: true,
    onSuccess: ({ recovery_codes }) => setCodes(recovery_codes),
  })
  return (
    <Section
      title="Two-step sign-in"
      actions={
        <span className="flex flex-wrap gap-1">
          {isOn && (
            <Button kind="quiet" onClick={() => setOpenDialog('codes')}>
              New recovery codes
            </Button>
          )}
          <Button
            kind="quiet"
            busy={start.isPending}
            onClick={() => (isOn ? setOpenDialog('app') : start.mutate({ body: { code: '' } }))}
          >
            {isOn ? 'Use a different app' : 'Set up an app'}
          </Button>
        </span>
      }
    >
      <div className="grid gap-2 pt-2">
        <StateDot isSentence tone={isOn ? 'good' : 'idle'}>
          {isOn ? `On; ${codesLeft} recovery codes left` : 'Off'}
        </StateDot>
        {isRequired && <p className="text-small text-muted">Required for your role.</p>}
      </div>
      <FormDialog
        open={openDialog !== undefined}
        onClose={() => setOpenDialog(undefined)}
        title={openDialog === 'codes' ? 'New recovery codes' : 'Use a different app'}
        submit="Continue"
        onSubmit={(form) => {
          const body = { code: textOf(form, 'code') }
          return openDialog === 'codes' ? renew.mutateAsync({ body }) : start.mutateAsync({ body })
        }}
      >
        <p>Enter a code from your current app, or a recovery code.</p>
        <TextField label="Code" name="code" autoComplete="one-time-code" autoFocus />
      </FormDialog>
      <FormDialog
        open={setup !== undefined}
        onClose={() => setSetup(undefined)}
        title="Set up the app"
        submit="Turn on"
        onSubmit={(form) =>
          confirm.mutateAsync({ body: { renewal: setup?.renewal ?? '', code: textOf(form, 'code') } })
        }
      >
        {setup && (
          <>
            <p>Scan the QR code with the app or type the key, then enter the code it shows.</p>
            <AuthenticatorKey {...setup.set_up} />
          </>
        )}
        <TextField
          label="Code from the new app"
          name="code"
          autoComplete="one-time-code"
          inputMode="numeric"
          autoFocus
        />
      </FormDialog>
      <RecoveryCodes codes={codes} onClose={() => setCodes(undefined)} />
    </Section>
  )
}

import { useState } from 'react'
import type { AdminResponse } from '#contract/admin-calls.ts'
import { confirmOwnFactorCall, newRecoveryCodesCall } from '#contract/identity/staff-profile.ts'
import { useAdminForm } from '#web/admin/api/use-admin-form.ts'
import { useAdminMutation } from '#web/admin/api/use-admin-mutation.ts'
import { TextField } from '#web/ui/fields.tsx'
import { AuthenticatorKey } from '../../ui/AuthenticatorKey.tsx'
import { Button } from '../../ui/Button.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
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
      {openDialog && (
        <CurrentCodeDialog
          title={openDialog === 'codes' ? 'New recovery codes' : 'Use a different app'}
          send={(body) => (openDialog === 'codes' ? renew : start).mutateAsync({ body })}
          onClose={() => setOpenDialog(undefined)}
        />
      )}
      {setup && (
        <SetupDialog setup={setup} send={(body) => confirm.mutateAsync({ body })} onClose={() => setSetup(undefined)} />
      )}
      <RecoveryCodes codes={codes} onClose={() => setCodes(undefined)} />
    </Section>
  )
}

type CurrentCodeDialogProps = { title: string; send: (body: { code: string }) => Promise<unknown>; onClose: () => void }

function CurrentCodeDialog({ title, send, onClose }: CurrentCodeDialogProps) {
  const form = useAdminForm({ call: newRecoveryCodesCall, fields: { code: '' }, body: (fields) => fields, send })
  return (
    <FormDialog open onClose={onClose} title={title} submit="Continue" {...form.dialog}>
      <p>Enter a code from your current app, or a recovery code.</p>
      <TextField {...form.field('code')} label="Code" autoComplete="one-time-code" autoFocus />
    </FormDialog>
  )
}

type SetupDialogProps = {
  setup: FactorSetup
  send: (body: { renewal: string; code: string }) => Promise<unknown>
  onClose: () => void
}

function SetupDialog({ setup: { set_up, renewal }, send, onClose }: SetupDialogProps) {
  const form = useAdminForm({
    call: confirmOwnFactorCall,
    fields: { code: '' },
    body: ({ code }) => ({ renewal, code }),
    send,
  })
  return (
    <FormDialog open onClose={onClose} title="Set up the app" submit="Turn on" {...form.dialog}>
      <p>Scan the QR code with the app or type the key, then enter the code it shows.</p>
      <AuthenticatorKey {...set_up} />
      <TextField
        {...form.field('code')}
        label="Code from the new app"
        autoComplete="one-time-code"
        inputMode="numeric"
        autoFocus
      />
    </FormDialog>
  )
}

import { useState } from 'react'
import type { AdminAnswer } from '#contract/admin-calls.ts'
import { useAct } from '../../client/use-act.ts'
import { Button } from '../../ui/Button.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { TextField } from '../../ui/fields.tsx'
import { textOf } from '../../ui/read-form.ts'
import { StateDot } from '../../ui/StateDot.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { Section } from './Section.tsx'

type Started = AdminAnswer<'startOwnFactor'>

/** Two-step sign-in: sets up an app, changes to another one, makes new recovery codes. */
export function SecondFactor({ profile }: { profile: AdminAnswer<'ownProfile'> }) {
  const { two_factor: isOn, two_factor_required: isRequired, recovery_codes_left: left } = profile
  const [asks, setAsks] = useState<'app' | 'codes'>()
  const [started, setStarted] = useState<Started>()
  const [codes, setCodes] = useState<readonly string[]>()
  const start = useAct('startOwnFactor', { isQuiet: true, onDone: setStarted })
  const confirm = useAct('confirmOwnFactor', {
    isQuiet: true,
    done: 'Two-step sign-in is on.',
    onDone: ({ recovery_codes }) => setCodes(recovery_codes),
  })
  const renew = useAct('newRecoveryCodes', { isQuiet: true, onDone: ({ recovery_codes }) => setCodes(recovery_codes) })
  return (
    <Section
      title="Two-step sign-in"
      action={
        <span className="flex gap-1">
          {isOn && (
            <Button kind="quiet" onClick={() => setAsks('codes')}>
              New recovery codes
            </Button>
          )}
          <Button
            kind="quiet"
            busy={start.isPending}
            onClick={() => (isOn ? setAsks('app') : start.mutate({ body: { code: '' } }))}
          >
            {isOn ? 'Use another app' : 'Set up an app'}
          </Button>
        </span>
      }
    >
      <StateDot tone={isOn ? 'good' : 'idle'}>{isOn ? `On; ${left} recovery codes are left` : 'Off'}</StateDot>
      {isRequired && <p className="text-small text-muted">Your account needs it.</p>}
      <FormDialog
        open={asks !== undefined}
        onClose={() => setAsks(undefined)}
        title={asks === 'codes' ? 'New recovery codes' : 'Use another app'}
        submit="Go on"
        onSubmit={(form) => {
          const body = { code: textOf(form, 'code') }
          return asks === 'codes' ? renew.mutateAsync({ body }) : start.mutateAsync({ body })
        }}
      >
        <p>Enter a code of your present app, or a recovery code.</p>
        <TextField label="Code" name="code" autoComplete="one-time-code" />
      </FormDialog>
      <FormDialog
        open={started !== undefined}
        onClose={() => setStarted(undefined)}
        title="Set up the app"
        submit="Switch on"
        onSubmit={(form) =>
          confirm.mutateAsync({ body: { renewal: started?.renewal ?? '', code: textOf(form, 'code') } })
        }
      >
        {started && <KeyOf setUp={started.set_up} />}
        <TextField label="Code of the new app" name="code" autoComplete="one-time-code" inputMode="numeric" />
      </FormDialog>
      <RecoveryCodes codes={codes} onClose={() => setCodes(undefined)} />
    </Section>
  )
}

const KeyOf = ({ setUp: { qr, secret } }: { setUp: Started['set_up'] }) => (
  <>
    <p>Scan the square with the app, or type the key, and enter the code that it shows.</p>
    <svg
      role="img"
      aria-label="The key as a QR code"
      viewBox={`0 0 ${qr.size} ${qr.size}`}
      className="size-48 bg-white"
      shapeRendering="crispEdges"
    >
      <path d={qr.path} fill="#000" />
    </svg>
    <code className="rounded-field bg-sunken px-3 py-2 break-all select-all">{secret}</code>
  </>
)

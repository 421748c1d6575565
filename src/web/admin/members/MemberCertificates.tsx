import { useState } from 'react'
import { calendarDay } from '#contract/order-words.ts'
import { useMay } from '../client/session.tsx'
import { useAct } from '../client/use-act.ts'
import { useStates } from '../client/use-states.ts'
import { Button } from '../ui/Button.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { Select, TextArea, TextField } from '../ui/fields.tsx'
import { textOf } from '../ui/read-form.ts'
import { Section } from '../ui/Section.tsx'
import { StateDot } from '../ui/StateDot.tsx'
import { useOpened } from '../ui/use-opened.ts'
import { certificateStatuses, type Member } from './member-words.ts'

type Certificate = Member['certificates'][number]
type Doing = { what: 'add' } | { what: 'refuse' | 'end'; certificate: Certificate }

/** Resale certificates: whoever has one that is approved is not taxed in its state. */
export function MemberCertificates({ member }: { member: Member }) {
  const { certificates, email } = member
  const mayChange = useMay('members.change')
  const [doing, setDoing] = useState<Doing>()
  const approve = useAct('approveCertificate', { done: 'The certificate is approved, and the member is emailed.' })
  const close = () => setDoing(undefined)
  return (
    <Section
      title="Resale certificates"
      actions={
        mayChange && (
          <Button kind="quiet" onClick={() => setDoing({ what: 'add' })}>
            Take one down
          </Button>
        )
      }
    >
      {certificates.length === 0 ? (
        <p className="pt-3 text-muted">None: orders are taxed as everybody’s.</p>
      ) : (
        <ul className="divide-y divide-hairline">
          {certificates.map((certificate) => {
            const { id, state, number, status, expires_on } = certificate
            const { words, tone } = certificateStatuses[status]
            return (
              <li key={id} className="flex flex-wrap items-center gap-x-5 gap-y-1 py-2">
                <span className="figures">{`${state} ${number}`}</span>
                <StateDot tone={tone}>{words}</StateDot>
                <span className="text-muted">until {calendarDay(expires_on)}</span>
                {mayChange && status === 'submitted' && (
                  <span className="ml-auto flex flex-wrap justify-end gap-1">
                    <Button kind="quiet" onClick={() => setDoing({ what: 'refuse', certificate })}>
                      Refuse the certificate
                    </Button>
                    <Button
                      busy={approve.isPending}
                      onClick={() => approve.mutate({ body: { email, state, number, expires_on } })}
                    >
                      Approve the certificate
                    </Button>
                  </span>
                )}
                {mayChange && status === 'approved' && (
                  <span className="ml-auto">
                    <Button kind="quiet" onClick={() => setDoing({ what: 'end', certificate })}>
                      End the certificate
                    </Button>
                  </span>
                )}
              </li>
            )
          })}
        </ul>
      )}
      {doing?.what === 'add' && <AddDialog email={email} certificates={certificates} onClose={close} />}
      {doing && doing.what !== 'add' && <ReasonDialog email={email} {...doing} onClose={close} />}
    </Section>
  )
}

type AddProps = Pick<Member, 'email' | 'certificates'> & { onClose: () => void }

function AddDialog({ email, certificates, onClose }: AddProps) {
  const states = useStates()
  const waiting = useOpened(certificates.filter(({ status }) => status === 'submitted'))
  const save = useAct('saveCertificate', {
    isQuiet: true,
    done: 'The certificate is taken down; it is to be approved.',
  })
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Take down a resale certificate"
      submit="Take down"
      onSubmit={(form) => {
        const state = textOf(form, 'state')
        const replaced = waiting.find((certificate) => certificate.state === state)
        return save.mutateAsync({
          body: {
            email,
            state,
            number: textOf(form, 'number'),
            expires_on: textOf(form, 'expires_on'),
            expected: replaced ? { number: replaced.number, expires_on: replaced.expires_on } : null,
          },
        })
      }}
    >
      <Select name="state" label="State" autoFocus>
        <option value="">Choose</option>
        {states?.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Select>
      <TextField name="number" label="Number" />
      <TextField name="expires_on" label="Last day" type="date" />
    </FormDialog>
  )
}

const reasons = {
  refuse: { call: 'refuseCertificate', title: 'Refuse the certificate', label: 'Why, for the member to read' },
  end: { call: 'endCertificate', title: 'End the certificate', label: 'Why' },
} as const

function ReasonDialog({
  email,
  what,
  certificate: { state, number, expires_on },
  onClose,
}: {
  email: string
  what: keyof typeof reasons
  certificate: Certificate
  onClose: () => void
}) {
  const { call, title, label } = reasons[what]
  const act = useAct(call, {
    isQuiet: true,
    done: what === 'refuse' ? 'It is refused, and emailed why.' : 'It has ended.',
  })
  return (
    <FormDialog
      open
      onClose={onClose}
      title={title}
      submit={what === 'refuse' ? 'Refuse and email' : 'End it'}
      danger
      onSubmit={(form) =>
        act.mutateAsync({ body: { email, state, number, expires_on, reason: textOf(form, 'reason') } })
      }
    >
      <TextArea name="reason" label={label} autoFocus />
    </FormDialog>
  )
}

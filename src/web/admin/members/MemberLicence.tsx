import { useState } from 'react'
import { adminPaths } from '#contract/admin-paths.ts'
import { fillPath } from '#contract/paths.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { useMay } from '../client/session.tsx'
import { useAct } from '../client/use-act.ts'
import { Ago } from '../ui/Ago.tsx'
import { Button } from '../ui/Button.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { TextArea } from '../ui/fields.tsx'
import { textOf } from '../ui/read-form.ts'
import { Section } from '../ui/Section.tsx'
import { StateDot } from '../ui/StateDot.tsx'
import { licenceStatuses, licenceWords, type Member } from './member-words.ts'

/** The licence, who else has entered it, and what staff decide of it. */
export function MemberLicence({ member }: { member: Member }) {
  const { licence, version, id } = member
  const [isRefusing, setRefusing] = useState(false)
  const mayDecide = useMay('members.change') && licence.status !== 'none' && licence.state !== null
  const approve = useAct('decideLicence', { done: 'The licence is approved, and the member is mailed.' })
  const { words, tone } = licenceStatuses[licence.status]
  return (
    <Section
      title="Licence"
      actions={
        mayDecide && (
          <>
            {licence.status !== 'refused' && (
              <Button kind="quiet" onClick={() => setRefusing(true)}>
                Refuse the licence
              </Button>
            )}
            {licence.status !== 'approved' && (
              <Button
                busy={approve.isPending}
                onClick={() => approve.mutate({ params: { member_id: id }, body: { decision: 'approved', version } })}
              >
                Approve the licence
              </Button>
            )}
          </>
        )
      }
    >
      <div className="grid gap-1 pt-3">
        <p className="flex flex-wrap items-center gap-x-4">
          {licence.number !== '' && <span className="figures">{licenceWords(licence)}</span>}
          <StateDot tone={tone}>{words}</StateDot>
          {licence.approved_at !== null && <Ago at={licence.approved_at} className="text-muted" />}
        </p>
        {licence.refusal !== '' && <p className="text-muted">{licence.refusal}</p>}
        {licence.same.map((other) => (
          <p key={other.id} className="text-warning">
            Also entered by{' '}
            <PageLink to={fillPath(adminPaths.member, { member_id: other.id })} className="text-link">
              {other.name} ({other.member_no})
            </PageLink>
            , {other.approved ? 'approved' : 'not approved'} there
          </p>
        ))}
      </div>
      {isRefusing && <RefuseDialog member={member} onClose={() => setRefusing(false)} />}
    </Section>
  )
}

function RefuseDialog({ member: { id, version }, onClose }: { member: Member; onClose: () => void }) {
  const refuse = useAct('decideLicence', {
    isQuiet: true,
    done: 'The licence is refused, and the member is mailed why.',
  })
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Refuse the licence"
      submit="Refuse and mail"
      danger
      onSubmit={(form) =>
        refuse.mutateAsync({
          params: { member_id: id },
          body: { decision: 'refused', version, reason: textOf(form, 'reason') },
        })
      }
    >
      <TextArea label="Why, for the member to read" name="reason" autoFocus />
    </FormDialog>
  )
}

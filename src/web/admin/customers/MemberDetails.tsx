import { addressLines } from '#domain/addresses/address.ts'
import type { Member } from '../shared/member-labels.ts'
import { Detail } from '../ui/Detail.tsx'
import { Section } from '../ui/Section.tsx'
import { formatDateTime, TimeAgo } from '../ui/TimeAgo.tsx'

export function MemberDetails({ member }: { member: Member }) {
  const { email, email_verified, phone_number, two_factor, sign_ins, addresses } = member
  return (
    <Section title="Details">
      <dl className="grid grid-cols-1 gap-4 pt-3 break-words sm:max-lg:grid-cols-2">
        <Detail name="Contact">
          <a href={`mailto:${email}`} className="text-link block wrap-anywhere">
            {email}
          </a>
          {!email_verified && <p className="text-muted">not confirmed yet</p>}
          <a href={`tel:${phone_number}`} className="text-link figures block">
            {phone_number}
          </a>
        </Detail>
        <Detail name="Enrolled">
          <p>{formatDateTime(member.enrolled_at)}</p>
          <p className="text-muted">
            Referral code <span className="figures">{member.referral_code}</span>
          </p>
        </Detail>
        <Detail name="Direct line">
          <p className="figures">{member.direct_line.toLocaleString('en-US')}</p>
        </Detail>
        <Detail name="Points">
          <p className="figures">{member.points.toLocaleString('en-US')} PV</p>
        </Detail>
        <Detail name="Sign-in">
          <p>
            {sign_ins.open === 0
              ? 'Not signed in'
              : `${sign_ins.open} active ${sign_ins.open === 1 ? 'session' : 'sessions'}`}
          </p>
          {sign_ins.last_used_at !== null && (
            <p className="text-muted">
              last used <TimeAgo at={sign_ins.last_used_at} />
            </p>
          )}
          <p className="text-muted">Two-step sign-in is {two_factor ? 'on' : 'off'}</p>
        </Detail>
        {addresses.map((address, index) => (
          <Detail key={address.id} name={index === 0 ? 'Address' : `Address ${index + 1}`}>
            <p className="whitespace-pre-line">{addressLines(address).join('\n')}</p>
          </Detail>
        ))}
      </dl>
    </Section>
  )
}

import { monthName } from '#contract/compensation/month-labels.ts'
import { formatCalendarDay } from '#contract/orders/labels.ts'
import type { Database } from '#server/platform/database/connection.ts'
import type { JobPayloads } from '#server/platform/jobs/jobs.ts'
import { draftMail, type MailDraft, mailTexts, words } from '#server/platform/mail/mail-text.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { findPeople, type Person } from './edge.queries.ts'

/** Payload of an email about a change of sponsor. */
export type SponsorMail = Extract<JobPayloads['mail'], { from_month: string }>
/** Emails about a change of sponsor: a member sees both sponsors, a sponsor only the member. */
export type MailedChange = {
  to: Pick<Person, 'email' | 'first_name'>
  /** YYYY-MM */
  fromMonth: string
  member: string
  /** Null if there was none. */
  formerSponsor: string | null
  nextSponsor: string | null
}

const first_name = words('First name')
const month = words('The first month in which it applies, as August 2026')
const member = words('The member who moves')
const lineUnchanged = '{member}’s own line stays the same, and earlier months are not affected.'
const questions = 'If you have questions about this, please contact us.'

export const sponsorMailTexts = mailTexts('members', {
  sponsor_changes: {
    name: 'Sponsor changed',
    meaning: 'To a member who gets a new sponsor, or none',
    subject: 'Your sponsor changes in {month}',
    body: [
      'Hi {first_name},',
      '{change}',
      'Your own line stays the same, and earlier months are not affected.',
      questions,
    ],
    placeholders: { first_name, month, change: words('The new sponsor and the start date, as a sentence') },
  },
  line_grows: {
    name: 'Member joins the direct line',
    meaning: 'To the new sponsor of a member',
    subject: '{member} joins your direct line in {month}',
    body: [
      'Hi {first_name},',
      'Starting on the first day of {month}, {member} will be in your direct line.',
      lineUnchanged,
      questions,
    ],
    placeholders: { first_name, month, member },
  },
  line_shrinks: {
    name: 'Member leaves the direct line',
    meaning: 'To the previous sponsor of a member',
    subject: '{member} leaves your direct line in {month}',
    body: [
      'Hi {first_name},',
      'Starting on the first day of {month}, {member} will no longer be in your direct line.',
      lineUnchanged,
      questions,
    ],
    placeholders: { first_name, month, member },
  },
  sponsor_stays: {
    name: 'Change of sponsor canceled',
    meaning: 'To a member whose planned change of sponsor was canceled',
    subject: 'Your sponsor is not changing',
    body: [
      'Hi {first_name},',
      'The change of sponsor we told you about for {month} won’t take place. {stays}',
      questions,
    ],
    placeholders: { first_name, month, stays: words('Who the sponsor is, as a sentence') },
  },
  line_stays: {
    name: 'Member stays in the direct line',
    meaning: 'To the sponsor a member keeps after all',
    subject: '{member} stays in your direct line',
    body: [
      'Hi {first_name},',
      '{member} stays in your direct line. The change we told you about for {month} won’t take place.',
      questions,
    ],
    placeholders: { first_name, month, member },
  },
  line_grows_not: {
    name: 'Member does not join the direct line',
    meaning: 'To the sponsor a member does not join after all',
    subject: '{member} is not joining your direct line',
    body: [
      'Hi {first_name},',
      'The change we told you about for {month} won’t take place, so {member} is not joining your direct line.',
      questions,
    ],
    placeholders: { first_name, month, member },
  },
})

type SponsorMailDeps = { db: Database; settings: Settings }

/** Returns undefined if the recipient does not exist. */
export async function writeSponsorMail(
  { db, settings }: SponsorMailDeps,
  payload: SponsorMail,
): Promise<MailDraft | undefined> {
  const ids = Object.entries(payload).flatMap(([key, id]) => (key.endsWith('_id') && id !== null ? [id as number] : []))
  const people = new Map((await findPeople(db, ids)).map((person) => [person.id as number, person]))
  const to = people.get(payload.user_id)
  if (!to) return undefined
  const findName = (id: number | null | undefined) => {
    const person = id === null || id === undefined ? undefined : people.get(id)
    return person ? `${person.first_name} ${person.last_name}` : null
  }
  const [formerId, nextId] =
    'member_id' in payload ? [null, null] : [payload.former_sponsor_id, payload.next_sponsor_id]
  return draftSponsorMail(
    payload.mail,
    {
      to,
      fromMonth: payload.from_month,
      member: findName('member_id' in payload ? payload.member_id : payload.user_id) ?? '',
      formerSponsor: findName(formerId),
      nextSponsor: findName(nextId),
    },
    settings.get('shop_name'),
  )
}

export function draftSponsorMail(
  mail: SponsorMail['mail'],
  { to: { email, first_name }, fromMonth, member, formerSponsor, nextSponsor }: MailedChange,
  shop: string,
): MailDraft {
  const values = { first_name, month: monthName(fromMonth) }
  if (mail === 'sponsor_changes') {
    const firstDay = formatCalendarDay(`${fromMonth}-01`)
    const instead = formerSponsor === null ? '' : ` instead of ${formerSponsor}`
    const change =
      nextSponsor === null
        ? `Starting ${firstDay}, you will no longer have a sponsor. Your sponsor was ${formerSponsor}.`
        : `Starting ${firstDay}, your sponsor will be ${nextSponsor}${instead}.`
    return draftMail(sponsorMailTexts.sponsor_changes, email, shop, { ...values, change })
  }
  if (mail === 'sponsor_stays') {
    const stays = formerSponsor === null ? 'You still have no sponsor.' : `Your sponsor is still ${formerSponsor}.`
    return draftMail(sponsorMailTexts.sponsor_stays, email, shop, { ...values, stays })
  }
  return draftMail(sponsorMailTexts[mail], email, shop, { ...values, member })
}

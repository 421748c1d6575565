import { monthName } from '#contract/month-words.ts'
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
const month = words('The first month that it counts in, as August 2026')
const member = words('The member who moves')
const withLine = 'Everyone in the line of {member} stays there. Earlier months are not affected.'
const questions = 'If you have a question about this, please write to us.'

export const sponsorMailTexts = mailTexts('members', {
  sponsor_changes: {
    name: 'Another sponsor',
    meaning: 'To a member who gets another sponsor, or none',
    subject: 'Your sponsor changes in {month}',
    body: [
      'Dear {first_name},',
      '{change} This counts from the first day of {month}.',
      'Your own line stays as it is, and so does everything up to then.',
      questions,
    ],
    placeholders: { first_name, month, change: words('Who the sponsor is instead of whom, as a sentence') },
  },
  line_grows: {
    name: 'Somebody joins the direct line',
    meaning: 'To the sponsor whom a member gets',
    subject: '{member} joins your direct line in {month}',
    body: [
      'Dear {first_name},',
      'From the first day of {month}, {member} is in your direct line.',
      withLine,
      questions,
    ],
    placeholders: { first_name, month, member },
  },
  line_shrinks: {
    name: 'Somebody leaves the direct line',
    meaning: 'To the sponsor whom a member had',
    subject: '{member} leaves your direct line in {month}',
    body: [
      'Dear {first_name},',
      'From the first day of {month}, {member} is no longer in your direct line.',
      withLine,
      questions,
    ],
    placeholders: { first_name, month, member },
  },
  sponsor_stays: {
    name: 'Change of sponsor canceled',
    meaning: 'To a member who was told of another sponsor, and keeps the one of now',
    subject: 'Your sponsor stays as it is',
    body: [
      'Dear {first_name},',
      'The change of your sponsor in {month}, which we wrote to you about, will not take place. {stays}',
      questions,
    ],
    placeholders: { first_name, month, stays: words('Who the sponsor is, as a sentence') },
  },
  line_stays: {
    name: 'Somebody stays in the direct line',
    meaning: 'To the sponsor whom a member keeps after all',
    subject: '{member} stays in your direct line',
    body: [
      'Dear {first_name},',
      '{member} stays in your direct line: the change in {month}, which we wrote to you about, will not take place.',
      questions,
    ],
    placeholders: { first_name, month, member },
  },
  line_grows_not: {
    name: 'Somebody does not join the direct line',
    meaning: 'To the sponsor whom a member does not get after all',
    subject: '{member} does not join your direct line',
    body: [
      'Dear {first_name},',
      'The change in {month}, which we wrote to you about, will not take place: {member} is not joining your direct line.',
      questions,
    ],
    placeholders: { first_name, month, member },
  },
})

type Needs = { db: Database; settings: Settings }

/** Returns undefined if the recipient does not exist. */
export async function writeSponsorMail({ db, settings }: Needs, payload: SponsorMail): Promise<MailDraft | undefined> {
  const ids = Object.entries(payload).flatMap(([key, id]) => (key.endsWith('_id') && id !== null ? [id as number] : []))
  const people = new Map((await findPeople(db, ids)).map((person) => [person.id as number, person]))
  const to = people.get(payload.user_id)
  if (!to) return undefined
  const nameOf = (id: number | null | undefined) => {
    const person = id === null || id === undefined ? undefined : people.get(id)
    return person ? `${person.first_name} ${person.last_name}` : null
  }
  const [formerId, nextId] =
    'member_id' in payload ? [null, null] : [payload.former_sponsor_id, payload.next_sponsor_id]
  return sponsorMail(
    payload.mail,
    {
      to,
      fromMonth: payload.from_month,
      member: nameOf('member_id' in payload ? payload.member_id : payload.user_id) ?? '',
      formerSponsor: nameOf(formerId),
      nextSponsor: nameOf(nextId),
    },
    settings.get('shop_name'),
  )
}

export function sponsorMail(
  mail: SponsorMail['mail'],
  { to: { email, first_name }, fromMonth, member, formerSponsor, nextSponsor }: MailedChange,
  shop: string,
): MailDraft {
  const about = { first_name, month: monthName(fromMonth) }
  if (mail === 'sponsor_changes') {
    const instead = formerSponsor === null ? '' : ` instead of ${formerSponsor}`
    const change =
      nextSponsor === null
        ? `You are no longer in the line of ${formerSponsor}, and have no sponsor.`
        : `Your sponsor is ${nextSponsor}${instead}.`
    return draftMail(sponsorMailTexts.sponsor_changes, email, shop, { ...about, change })
  }
  if (mail === 'sponsor_stays') {
    const stays = formerSponsor === null ? 'You have no sponsor, as before.' : `Your sponsor is ${formerSponsor}.`
    return draftMail(sponsorMailTexts.sponsor_stays, email, shop, { ...about, stays })
  }
  return draftMail(sponsorMailTexts[mail], email, shop, { ...about, member })
}

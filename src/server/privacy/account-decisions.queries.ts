import { type RawBuilder, sql } from 'kysely'
import { type AddressField, addressFields } from '#domain/addresses/address.ts'
import { ERASED_DOMAIN } from '#server/platform/mail/erased-email.ts'
import { selectAuditSubjects } from './audit-subjects.queries.ts'
import type { PersonalTable, PersonKeys, Replacement } from './decision.ts'
import { isMailAbout } from './is-mail-about.ts'

const matchesMember = ({ user }: PersonKeys): RawBuilder<boolean> => sql`member_id = ${user}::int`
const matchesUser = ({ user }: PersonKeys): RawBuilder<boolean> => sql`user_id = ${user}::int`
/** Includes their current email address, verified or not: rate limits count by address or by account. */
const matchesCountedKey = ({ user, emails }: PersonKeys): RawBuilder<boolean> =>
  sql`(key = ${user}::int::text or key = any(${emails}::text[])
    or key in (select lower(email) from users where id = ${user}::int))`
const matchesEmail = (column: string, { emails }: PersonKeys): RawBuilder<boolean> =>
  sql`lower(${sql.ref(column)}) = any(${emails}::text[])`

/** The sender of a message from the contact form. */
const matchesSender = (person: PersonKeys): RawBuilder<boolean> =>
  sql`(${matchesUser(person)} or ${matchesEmail('email', person)})`

/** Replaces text with a note that it was erased; null stays null. */
export const redactIfPresent = (column: string): RawBuilder<string | null> =>
  sql`case when ${sql.ref(column)} is not null then 'erased' end`

/** Replacements for all fields of an address except those that are kept. */
export const buildErasedAddress = (...retained: AddressField[]): Record<string, Replacement> =>
  Object.fromEntries(
    addressFields.filter((field) => !retained.includes(field)).map((field) => [field, field === 'company' ? null : '']),
  )

/** Each placeholder has a unique email address. */
export const buildErasedEmail = (id: RawBuilder<unknown>): RawBuilder<string> =>
  sql`'erased-' || ${id} || ${sql.lit(`@${ERASED_DOMAIN}`)}`

/** Data of a person's account, in the order of erasure: emails first, while their owner is still known. */
export const accountDecisions = {
  sent_mails: {
    where: (person) => sql`(${matchesEmail('recipient', person)} or ${isMailAbout(sql`payload`, person)})`,
    erase: 'rows',
    shown: 'id payload queued_at sent_at tries resends',
    // An email about them may be addressed to another member by name.
    shownInPart: {
      recipient: (person) => sql`case when ${matchesEmail('recipient', person)} then recipient end`,
      subject: (person) => sql`case when ${matchesEmail('recipient', person)} then subject end`,
    },
  },
  undelivered_mails: {
    where: (person) => isMailAbout(sql`payload`, person),
    erase: 'rows',
    shown: 'id payload queued_at failed_at tries',
    // The mail server's reply usually names the recipient.
    shownInPart: {
      reason: ({ emails }) =>
        sql`case when exists (select from unnest(${emails}::text[]) email where strpos(lower(reason), email) > 0) then reason end`,
    },
  },
  audit_payloads: {
    where: (person) => sql`(person_id = ${person.user}::int or entry_id in (
      select entry.id from audit_entries entry
        join ${selectAuditSubjects(person)} subject on subject.kind = subject_kind and subject.id = subject_id))`,
    // Erased by erasePerson of the audit log, which keeps its chain intact.
    erase: 'elsewhere',
    shown: 'entry_id person_id',
    // The IP address belongs to the actor.
    shownInPart: {
      payload: ({ user }) => sql`case when exists (select from audit_entries entry
        where entry.id = entry_id and actor_kind = 'customer' and actor_id = ${user}::int)
        then payload else payload - 'from' end`,
    },
  },
  audit_entries: {
    where: (person) => sql`((actor_kind = 'customer' and actor_id = ${person.user}::int)
      or (subject_kind, subject_id) in (select kind, id from ${selectAuditSubjects(person)} subject))`,
    erase: 'nothing',
    shown: 'id made_at actor_kind action subject_kind subject_id',
    hidden: 'actor_id actor_name role request_id',
  },
  sessions: {
    where: matchesUser,
    erase: 'rows',
    shown: 'user_id created_at last_used_at',
    hidden: 'token_hash staff_session_hash',
  },
  password_links: { where: matchesUser, erase: 'rows', shown: 'user_id expires_at', hidden: 'token_hash' },
  email_verifications: { where: matchesUser, erase: 'rows', shown: 'user_id email expires_at', hidden: 'token_hash' },
  email_changes: {
    where: matchesUser,
    erase: 'rows',
    shown:
      'id user_id old_email new_email created_at old_was_verified confirm_expires_at confirmed_at ended_at reversed_at',
    hidden: 'token_hash confirm_token_hash request_token_hash',
  },
  recovery_codes: { where: matchesUser, erase: 'rows', shown: 'user_id', hidden: 'code_hash' },
  second_factors: {
    where: matchesUser,
    erase: 'rows',
    shown: 'user_id confirmed_at created_at',
    hidden: 'sealed_secret last_step',
  },
  attempts: {
    where: matchesCountedKey,
    erase: 'rows',
    shown: 'id kind key made_at',
  },
  placement_counts: { where: matchesCountedKey, erase: 'rows', shown: 'kind key placed_at' },
  // The results of a newsletter stay: without the subscriber, its rows refer to nobody.
  newsletter_deliveries: {
    where: (person) =>
      sql`subscriber_id in (select id from newsletter_subscribers where ${matchesEmail('email', person)})`,
    erase: 'nothing',
    shown: 'newsletter_id subscriber_id mail_id state tries next_attempt_at at code unsubscribed_at',
  },
  newsletter_subscribers: {
    where: (person) => matchesEmail('email', person),
    erase: 'rows',
    shown: 'id email created_at state source mailed_at confirmed_at ended_at token_expires_at bounced_at bounce_code',
    hidden: 'token_hash',
  },
  cart_line_items: {
    where: ({ user }) => sql`cart_id in (select id from carts where user_id = ${user}::int)`,
    erase: 'rows',
    shown: 'id cart_id product_id quantity added_price_cents shown_price_cents',
  },
  carts: {
    where: matchesUser,
    erase: 'rows',
    shown: 'id round created_at last_used_at user_id version',
    hidden: 'token_hash',
  },
  user_addresses: { where: matchesUser, erase: 'rows', shown: `id user_id ${addressFields.join(' ')}` },
  // Invitations sent by them and to them.
  invitations: {
    where: (person) => sql`(inviter_id = ${person.user}::int or ${matchesEmail('email', person)})`,
    erase: 'rows',
    shown: `id inviter_id email ${addressFields.join(' ')} invited_at expires_at declined_at`,
    hidden: 'token_hash',
  },
  message_answers: {
    where: (person) => sql`message_id in (select id from messages where ${matchesSender(person)})`,
    erase: 'rows',
    shown: 'id message_id body sent_at',
    hidden: 'sent_by',
  },
  messages: {
    where: matchesSender,
    erase: 'rows',
    shown: 'id name email email_confirmed user_id subject order_number body state created_at',
    hidden: 'version',
  },
  comment_replies: {
    where: matchesUser,
    erase: 'rows',
    shown: 'id comment_id user_id content created_at hidden_reason hidden_at',
    hidden: 'hidden_by',
  },
  // They stay, emptied, because others replied to them.
  comments: {
    where: matchesUser,
    erase: 'columns',
    shown: 'id post_id user_id created_at hidden_at',
    erased: { content: 'This comment was erased.', hidden_reason: redactIfPresent('hidden_reason') },
    hidden: 'hidden_by',
  },
  post_files: {
    where: ({ user }) => sql`(post_id in (select id from posts where user_id = ${user}::int)
      or file_name in (select name from stored_files where user_id = ${user}::int))`,
    erase: 'rows',
    shown: 'post_id file_name',
  },
  posts: {
    where: matchesUser,
    erase: 'rows',
    shown:
      'id user_id title language content_html excerpt image attachment_file attachment_name visibility created_at updated_at hidden_reason hidden_at cover tags publish_at published_at',
    hidden: 'hidden_by',
  },
  license_files: { where: matchesUser, erase: 'rows', shown: 'user_id is_renewal file_name name' },
  license_reminders: { where: matchesUser, erase: 'rows', shown: 'user_id expires_on days_before queued_at' },
  // Includes the files themselves, which are also in the export.
  stored_files: { where: matchesUser, erase: 'rows', shown: 'name user_id bytes stored_at', hidden: 'staff_id' },
  // Number and state are part of the books: they explain why an order was not taxed.
  resale_certificates: {
    where: matchesUser,
    erase: 'columns',
    shown: 'id user_id state number expires_on created_at approved_at refused_at ended_at',
    erased: { refusal_reason: redactIfPresent('refusal_reason') },
    hidden: 'created_by approved_by refused_by ended_by',
  },
  // The amount is part of the books; the destination is not.
  payout_entries: {
    where: matchesMember,
    erase: 'columns',
    shown: 'id month member_id kind amount_cents method sent_on made_at',
    erased: { destination: '', reference: '', reason: sql`case when reason <> '' then 'erased' else '' end` },
    hidden: 'made_by',
  },
  payouts: {
    where: matchesMember,
    erase: 'nothing',
    shown: 'month member_id amount_cents state paid_cents',
    hidden: 'entries',
  },
  // The earnings are part of the books; text that someone wrote about them is not.
  bonus_corrections: {
    where: matchesMember,
    erase: 'columns',
    shown: 'id month member_id bonus amount_cents corrected_month counted_order_id booked_at',
    erased: { reason: redactIfPresent('reason') },
    hidden: 'requested_by requested_by_id approved_by approved_by_id',
  },
  payout_years: { where: matchesMember, erase: 'nothing', shown: 'year member_id paid_cents' },
  payout_methods: { where: matchesUser, erase: 'rows', shown: 'id user_id kind destination set_at on_hold_until' },
  // Records only that a form is on file elsewhere.
  tax_forms: { where: matchesUser, erase: 'nothing', shown: 'user_id w9_on recorded_at', hidden: 'recorded_by' },
  erasures: {
    where: ({ user, orders }) => sql`(user_id = ${user}::int or order_ids && ${orders}::int[])`,
    erase: 'nothing',
    shown: 'id user_id order_ids requested_at due_at final_mail_at canceled_at done_at',
    hidden: 'requested_by',
  },
  terms_acceptances: { where: matchesUser, erase: 'nothing', shown: 'user_id version accepted_at' },
  // A list view whose search terms name them.
  staff_views: {
    where: ({ user, emails }) => sql`exists (
      select from (select unnest(${emails}::text[]) union all select lower(email) from users where id = ${user}::int) as known (email)
       where strpos(replace(replace(lower(query), '%40', '@'), '%2b', '+'), email) > 0)`,
    erase: 'rows',
    shown: 'id area created_at',
    hidden: 'staff_id name query shared version',
  },
  // The placeholder in the tree.
  users: {
    where: ({ user }) => sql`id = ${user}::int`,
    erase: 'columns',
    shown: 'id type created_at member_no',
    erased: {
      email: buildErasedEmail(sql`id`),
      status: 'closed',
      first_name: 'Erased',
      last_name: 'person',
      phone_number: '',
      cosmetology_id: '',
      referral_code: sql`'ERASED' || id`,
      email_verified_at: null,
      license_approved_at: null,
      license_state: null,
      license_refusal: null,
      license_shared: false,
      license_type: null,
      license_expires_on: null,
      license_expired_at: null,
      renewal_type: null,
      renewal_expires_on: null,
      renewal_refusal: null,
    },
    wiped: { password_hash: null },
    hidden: 'license_number',
  },
} as const satisfies Record<string, PersonalTable>

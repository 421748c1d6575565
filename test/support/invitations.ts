import { writeInvitationMail } from '#server/customers/invitation-emails.ts'
import type { Connection } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { composeMail } from '#server/platform/mail/mail-text.ts'
import { openSettings } from '#server/platform/settings/settings.ts'

/** Token of the link in a new invitation email; it invalidates older links. */
export async function readInvitationToken(
  { db }: Connection,
  inviterId: UserId,
  email: string,
  link = /\/password\/reset\/([\w-]{43})/,
): Promise<string> {
  const { id } = await db
    .selectFrom('invitations')
    .select('id')
    .where('inviter_id', '=', inviterId)
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const deps = { db, settings: await openSettings(db, {}), config: { publicUrl: 'http://shop.test' } }
  const mail = await writeInvitationMail(deps, id)
  const token = link.exec(mail ? composeMail(mail).text : '')?.[1]
  if (mail?.to !== email || token === undefined) throw new Error('The email has no such link.')
  return token
}

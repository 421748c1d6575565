import { parseInstant } from '#domain/instant.ts'
import { exportEntries } from '#server/audit/export-entries.ts'
import { type ListedEntry, listNamedEntries, MAX_ENTRIES, readMemberId } from '#server/audit/list-entries.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { type CommandContext, UserError } from './command.ts'
import { exportTo } from './csv-files.ts'

export type AuditListOptions = { subject?: string; actor?: string; action?: string; day?: string; before?: string }

/** `number<TAB>instant<TAB>who<TAB>action<TAB>subject<TAB>before → after<TAB>reason`, newest first. */
export async function listAuditCommand(context: CommandContext, options: AuditListOptions): Promise<number> {
  const { subject, actor, action, day, before } = options
  const [, kind = '', id = ''] = /^([a-z_]+):(.+)$/.exec(subject ?? '') ?? []
  if (subject !== undefined && kind === '') throw new UserError('--subject is a kind and an ID, such as order:100001.')
  if (day !== undefined && !parseInstant(day)?.isDay)
    throw new UserError(`${day} is not a valid date; write it as 2026-12-01.`)
  if (before !== undefined && !/^\d{1,15}$/.test(before))
    throw new UserError(`${before} is not the number of an entry.`)
  const { db } = context.connection
  const filter = { subject: kind === '' ? undefined : await subjectOf(db, kind, id), by: actor, action, day }
  const entries = await listNamedEntries(db, filter, before === undefined ? undefined : Number(before))
  for (const entry of entries) context.say(lineOf(entry))
  const last = entries.at(-1)
  if (!last) context.say('There is no such entry.')
  else if (entries.length === MAX_ENTRIES) context.say(`For more, add --before ${last.id}.`)
  return 0
}

export const exportAuditCommand = (context: CommandContext, given: string): Promise<number> =>
  exportTo(context, given, 'audit entries', (path) =>
    exportEntries(context.connection.db, path, (count) => context.progress(`${count} entries written`)),
  )

/** A member is named by its number, as in the list. */
async function subjectOf(db: Database, kind: string, id: string): Promise<{ kind: string; id: string }> {
  if (kind !== 'member') return { kind, id }
  const memberId = await readMemberId(db, id)
  if (memberId === undefined) throw new UserError(`There is no member ${id}.`)
  return { kind, id: String(memberId) }
}

function lineOf(entry: ListedEntry): string {
  const { id, made_at, actor_name, role, action, subject_kind, subject_id, subject_name, payload } = entry
  const who = role === null ? actor_name : `${actor_name} (${role})`
  const what = [payload?.before, payload?.after].map((fields) => (fields ? JSON.stringify(fields) : '')).join(' → ')
  const change = payload === null ? 'erased' : what
  return [
    id,
    made_at.toISOString(),
    who,
    action,
    `${subject_kind}:${subject_kind === 'member' ? (subject_name ?? subject_id) : subject_id}`,
    change,
    oneLine(payload?.reason),
  ].join('\t')
}

const oneLine = (text = ''): string => text.replaceAll(/\s+/g, ' ')

import type { Role } from '#contract/permissions.ts'

/** Where a request came from. */
export type Origin = { address?: string | undefined; requestId?: string | undefined }

/** Who does something that is audited (docs/back-office §2). */
export type Actor =
  | ({ kind: 'staff'; staffId: number; email: string; role: Role } & Origin)
  /** Whoever has the terminal; `by` is the staff member they say they are. */
  | { kind: 'command_line'; by?: string | undefined }
  | ({ kind: 'customer'; userId?: number | undefined } & Origin)
  | { kind: 'system'; job: string }

/** As a history shows it. */
export function actorName(actor: Actor): string {
  switch (actor.kind) {
    case 'staff':
      return actor.email
    case 'command_line':
      return actor.by ?? 'command line'
    case 'customer':
      return 'customer'
    case 'system':
      return actor.job
  }
}

export type NamedStaff = { id: number | undefined; email: string }

/** Who of staff it is, signed in or as whom the command line says it acts; undefined of a job, a customer or a bare terminal. */
export function staffOf(actor: Actor): NamedStaff | undefined {
  if (actor.kind === 'staff') return { id: actor.staffId, email: actor.email }
  return actor.kind === 'command_line' && actor.by !== undefined ? { id: undefined, email: actor.by } : undefined
}

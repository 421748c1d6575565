import type { Role } from '#contract/permissions.ts'

/** Origin of a request. */
export type Origin = { address?: string | undefined; requestId?: string | undefined }

/** Person or job whose action is audited (docs/back-office §2). */
export type Actor =
  | ({ kind: 'staff'; staffId: number; email: string; role: Role } & Origin)
  /** A user of the terminal; `by` is the staff member they claim to be. */
  | { kind: 'command_line'; by?: string | undefined }
  | ({ kind: 'customer'; userId?: number | undefined } & Origin)
  | { kind: 'system'; job: string }

/** Returns the name shown in histories. */
export function formatActorName(actor: Actor): string {
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

/**
 * Returns the staff member, either signed in or named on the command line. Undefined for a job, a customer or an
 * anonymous terminal.
 */
export function findActingStaff(actor: Actor): NamedStaff | undefined {
  if (actor.kind === 'staff') return { id: actor.staffId, email: actor.email }
  return actor.kind === 'command_line' && actor.by !== undefined ? { id: undefined, email: actor.by } : undefined
}

import { type NoValue, type Refusal, type Result, refuse } from '#domain/result.ts'

/** PostgreSQL's unique_violation. */
const NOT_UNIQUE = '23505'

/**
 * The constraint is the last guard against two accounts with one email, because an import does not take our locks. The
 * transaction is then aborted, so the caller can only return the refusal.
 */
export async function catchEmailConflict(write: () => Promise<void>): Promise<Result<NoValue, Refusal<'email_taken'>>> {
  try {
    await write()
    return { ok: true }
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string }
    if (code === NOT_UNIQUE && constraint === 'users_email_key') return refuse({ code: 'email_taken' })
    throw error
  }
}

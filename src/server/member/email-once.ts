/** PostgreSQL's unique_violation. */
const NOT_UNIQUE = '23505'

type EmailTaken = { ok: false; refusal: 'email_taken' }

/** The constraint is the last guard against two accounts with one email: an import knows nothing of our locks. */
export async function emailTakenAsRefusal<Result>(work: () => Promise<Result>): Promise<Result | EmailTaken> {
  try {
    return await work()
  } catch (fault) {
    const { code, constraint } = fault as { code?: string; constraint?: string }
    if (code === NOT_UNIQUE && constraint === 'email_once') return { ok: false, refusal: 'email_taken' }
    throw fault
  }
}

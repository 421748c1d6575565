import type { Role } from '#contract/permissions.ts'

export const roleWords: Record<Role, { name: string; does: string }> = {
  clerk: { name: 'Clerk', does: 'orders, payments, parcels' },
  manager: { name: 'Manager', does: 'also returns, refunds, stock, posts, approving' },
  owner: { name: 'Owner', does: 'everything' },
}

/** Success message of a change that may need approval. */
export const outcomeWords =
  (done: string) =>
  ({ approval_id }: { approval_id: number | null }): string =>
    approval_id === null ? done : 'This needs a second person: it is waiting under Approvals.'

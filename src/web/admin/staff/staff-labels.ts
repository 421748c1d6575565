import type { Role } from '#contract/permissions.ts'

export const roleLabels: Record<Role, { name: string; does: string }> = {
  clerk: { name: 'Clerk', does: 'orders, payments, shipments' },
  manager: { name: 'Manager', does: 'also returns, refunds, stock, posts, approvals' },
  owner: { name: 'Owner', does: 'everything' },
}

/** Success message of a change that may need approval. */
export const outcomeLabels =
  (done: string) =>
  ({ approval_id }: { approval_id: number | null }): string =>
    approval_id === null ? done : 'This needs a second approval. See Approvals.'

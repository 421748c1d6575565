import type { StaffRow } from '#contract/identity/staff.ts'
import type { Role } from '#contract/permissions.ts'

export const roleLabels: Record<Role, { name: string; description: string }> = {
  clerk: { name: 'Clerk', description: 'orders, payments, shipments' },
  manager: { name: 'Manager', description: 'also returns, refunds, stock, posts, approvals' },
  owner: { name: 'Owner', description: 'everything' },
}

/** Success message of a change that may need approval. */
export const outcomeMessage =
  (message: string) =>
  ({ approval_id }: { approval_id: number | null }): string =>
    approval_id === null ? message : 'This needs a second approval. See Approvals.'

/** Returns the facts of a staff member that owners change, by label. */
export const staffFacts = ({
  email,
  name,
  role,
  active,
  password_set,
  two_factor,
}: StaffRow): Record<string, string> => ({
  Email: email,
  Name: name,
  Role: roleLabels[role].name,
  'Can sign in': active ? 'Yes' : 'No',
  Password: password_set ? 'Set' : 'Not set',
  'Two-step sign-in': two_factor ? 'On' : 'Off',
})

import { createContext, type ReactNode, useContext } from 'react'
import type { AdminResponse } from '#contract/admin-calls.ts'
import { hasPermission, type Permission } from '#contract/permissions.ts'

type StaffMember = AdminResponse<'staffMember'>

const Session = createContext<StaffMember | undefined>(undefined)
export const SessionProvider = Session.Provider

/** Returns the signed-in staff member. */
export function useStaff(): StaffMember {
  const staff = useContext(Session)
  if (!staff) throw new Error('useStaff must be used inside AppFrame')
  return staff
}

export const useHasPermission = (permission: Permission): boolean => hasPermission(useStaff().role, permission)

/** Renders its children only for roles with the permission. */
export const IfPermitted = ({ permission, children }: { permission: Permission; children: ReactNode }) =>
  useHasPermission(permission) ? children : null

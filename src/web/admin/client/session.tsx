import { createContext, type ReactNode, useContext } from 'react'
import type { AdminAnswer } from '#contract/admin-calls.ts'
import { may, type Permission } from '#contract/permissions.ts'

type StaffMember = AdminAnswer<'staffMember'>

const Session = createContext<StaffMember | undefined>(undefined)
export const SessionProvider = Session.Provider

/** Who is signed in behind the counter. */
export function useStaff(): StaffMember {
  const staff = useContext(Session)
  if (!staff) throw new Error('only inside of the frame of the back office')
  return staff
}

export const useMay = (permission: Permission): boolean => may(useStaff().role, permission)

/** What only some roles are offered. */
export const May = ({ permission, children }: { permission: Permission; children: ReactNode }) =>
  useMay(permission) ? children : null

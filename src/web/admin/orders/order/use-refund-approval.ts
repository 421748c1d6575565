import { useQuery } from '@tanstack/react-query'
import { adminQuery } from '#web/admin/api/query.ts'
import { usePermissions } from '#web/admin/api/session.tsx'
import { refundApproval } from './refund-choices.ts'

/** Returns the open refund approval of this order; undefined without permission to approve. */
export function useRefundApproval(orderId: number) {
  const mayApprove = usePermissions('approve')
  const { data } = useQuery({ ...adminQuery('approvals'), enabled: mayApprove })
  return { approval: data && refundApproval(data.approvals, orderId), isKnown: !mayApprove || data !== undefined }
}

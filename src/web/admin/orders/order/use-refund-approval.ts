import { useQuery } from '@tanstack/react-query'
import { adminQuery } from '#web/admin/api/query.ts'
import { useHasPermission } from '#web/admin/api/session.tsx'
import { findRefundApproval } from './refund-choices.ts'

/** Returns the open refund approval of this order; undefined without permission to approve. */
export function useRefundApproval(orderId: number) {
  const canApprove = useHasPermission('approve')
  const { data } = useQuery({ ...adminQuery('approvals'), enabled: canApprove })
  return { approval: data && findRefundApproval(data.approvals, orderId), isLoaded: !canApprove || data !== undefined }
}

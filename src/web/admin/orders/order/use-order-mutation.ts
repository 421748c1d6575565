import type { AdminWriteName } from '#contract/admin-call-paths.ts'
import type { AdminResponse } from '#contract/admin-calls.ts'
import { adminQuery } from '#web/admin/api/query.ts'
import { useAdminMutation } from '#web/admin/api/use-admin-mutation.ts'
import type { OrderRecord } from './order-record.ts'

/** Calls that return the updated order. */
type OrderCall = {
  [N in AdminWriteName]: AdminResponse<N> extends OrderRecord ? N : never
}[AdminWriteName]

/** Like `useAdminMutation`, but shows the returned order immediately, so that a repeated key press cannot repeat the step. */
export function useOrderMutation<N extends OrderCall>(
  name: N,
  options: Parameters<typeof useAdminMutation<N>>[1] = {},
) {
  return useAdminMutation<N>(name, {
    ...options,
    answers: (response) =>
      adminQuery('managedOrder', { params: { order_id: (response as OrderRecord).order.id } }).queryKey,
  })
}

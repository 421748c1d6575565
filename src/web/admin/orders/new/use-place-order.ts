import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { AdminResponse } from '#contract/admin-calls.ts'
import { adminPaths } from '#contract/admin-paths.ts'
import { fillPath } from '#contract/paths.ts'
import { formatDollars } from '#domain/money/money.ts'
import { send, withReauthentication } from '#web/admin/api/api.ts'
import { ApiError } from '#web/api/api.ts'
import { showToast } from '../../ui/toasts.tsx'
import { type Draft, placeBody } from './draft.ts'
import { attemptFor, clearDraft, loadDraft, saveDraft } from './stored-draft.ts'
import type { Quote } from './use-quote.ts'

/**
 * Places the order as quoted. Keeps the idempotency key until a response arrives, even across a reload: retrying after
 * a lost response returns that order, not a second one.
 */
export function usePlaceOrder() {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation<AdminResponse<'placeStaffOrder'>, Error, { draft: Draft; quote: Quote }>({
    mutationFn({ draft, quote }) {
      const body = placeBody(draft, { total: quote.order_total, shippingMethod: quote.shipping_method ?? '' })
      const attempt = attemptFor(body, loadDraft().attempt)
      saveDraft({ draft, attempt })
      return withReauthentication(() => send('placeStaffOrder', { body, headers: { 'idempotency-key': attempt.key } }))
    },
    onSuccess(order) {
      clearDraft()
      void client.invalidateQueries()
      showToast(`Order ${order.id} is placed: ${formatDollars(order.order_total)}.`)
      void navigate(fillPath(adminPaths.order, { order_id: order.id }))
    },
    onError(error) {
      // A changed total or stock: refreshes the quote next to the form.
      if (error instanceof ApiError) void client.invalidateQueries()
    },
  })
}

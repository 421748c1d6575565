import { usePreview } from '#web/admin/api/use-preview.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { MemberChanges } from './MemberChanges.tsx'
import { type OrderRecord, returnedByLine } from './order-record.ts'
import { previewInput } from './return-request.ts'

/** For completed orders: effects of the cancellation on members, as for a return of all remaining units. */
export function CancelNetworkEffects({ record }: { record: OrderRecord }) {
  const returned = returnedByLine(record)
  const lines = record.order.products
    .map(({ quantity }, line) => ({ line, quantity: quantity - (returned.get(line) ?? 0), restock: true }))
    .filter(({ quantity }) => quantity > 0)
  const request = lines.length > 0 ? { order_id: record.order.id, lines } : undefined
  const { data: preview, error } = usePreview('previewReturn', previewInput(request))
  if (lines.length === 0) return null
  return (
    <div aria-live="polite">
      {preview ? (
        <MemberChanges month={preview.month} network={preview.network} />
      ) : error ? (
        <p className="text-danger">{error}</p>
      ) : (
        <Skeleton className="h-16" />
      )}
    </div>
  )
}

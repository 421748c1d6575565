import { Skeleton } from '#web/ui/Skeleton.tsx'
import { MemberChanges } from './MemberChanges.tsx'
import { type OrderFile, returnedOf } from './order-file.ts'
import { previewInput } from './return-request.ts'
import { usePreview } from './use-preview.ts'

/** For completed orders: effects of the cancellation on members, as for a return of all remaining pieces. */
export function NetworkOfCancel({ file }: { file: OrderFile }) {
  const returned = returnedOf(file)
  const lines = file.order.products
    .map(({ quantity }, line) => ({ line, quantity: quantity - (returned.get(line) ?? 0), restock: true }))
    .filter(({ quantity }) => quantity > 0)
  const request = lines.length > 0 ? { order_id: file.order.id, lines } : undefined
  const { answer: preview, problem } = usePreview('previewReturn', previewInput(request))
  if (lines.length === 0) return null
  return (
    <div aria-live="polite">
      {preview ? (
        <MemberChanges month={preview.month} network={preview.network} />
      ) : problem ? (
        <p className="text-danger">{problem}</p>
      ) : (
        <Skeleton className="h-16" />
      )}
    </div>
  )
}

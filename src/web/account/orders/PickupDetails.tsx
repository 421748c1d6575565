import { useSuspenseQuery } from '@tanstack/react-query'
import { shopQuery } from '#web/page/shop-query.ts'
import { cx } from '#web/ui/cx.ts'

/** Pickup address and hours. */
export function PickupDetails({ className }: { className?: string }) {
  const { data: shop } = useSuspenseQuery(shopQuery())
  // Omits settings without a value.
  if (!shop.pickup_address && !shop.pickup_hours) return null
  return (
    <dl className={cx('grid gap-x-8 gap-y-4 rounded-card bg-sunken p-5 sm:grid-cols-2', className)}>
      {shop.pickup_address && (
        <div>
          <dt className="text-note text-muted">Pickup address</dt>
          <dd className="whitespace-pre-line">{shop.pickup_address}</dd>
        </div>
      )}
      {shop.pickup_hours && (
        <div>
          <dt className="text-note text-muted">Hours</dt>
          <dd className="text-balance whitespace-pre-line">{shop.pickup_hours}</dd>
        </div>
      )}
    </dl>
  )
}

import type { Shop } from '#contract/content/calls.ts'
import { cx } from '#web/ui/cx.ts'
import { Wordmark } from './Wordmark.tsx'

/** The name that is drawn as a wordmark. */
const DRAWN_NAME = 'Salonfront'

/** The shop's logo; without one, its name. `className` sets the height and a maximum width. */
export function Logo({
  shop: { shop_name, logo },
  className,
}: {
  shop: Pick<Shop, 'shop_name' | 'logo'>
  className: string
}) {
  if (!logo) {
    if (shop_name === DRAWN_NAME) return <Wordmark className={className} />
    return <span className="display line-clamp-2 max-w-40 text-lead leading-tight lg:max-w-80">{shop_name}</span>
  }
  const { src, dark_src, width, height } = logo
  return (
    <picture>
      {dark_src && <source media="screen and (prefers-color-scheme: dark)" srcSet={dark_src} />}
      <img
        src={src}
        alt={shop_name}
        width={width}
        height={height}
        className={cx('object-contain object-left', !dark_src && 'on-light', className)}
      />
    </picture>
  )
}

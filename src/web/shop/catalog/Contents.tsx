import type { Product } from '#contract/catalog/calls.ts'
import { Money } from '#web/ui/Money.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Picture } from '#web/ui/Picture.tsx'

/** Contents of a package as a packing list: quantity, product and its price when bought separately. */
export function Contents({ product }: { product: Product }) {
  // In cents, because sums of floating-point dollars are not exact.
  const separateTotal =
    product.contents.reduce((sum, part) => sum + Math.round(part.price * 100) * part.quantity, 0) / 100
  return (
    <section aria-labelledby="contents">
      <h2 id="contents" className="display pb-4 text-title">
        What’s inside
      </h2>
      <ul className="@container border-t border-ink">
        {product.contents.map((part) => (
          <li
            key={part.id}
            className="relative grid grid-cols-[2.5rem_3.25rem_minmax(0,1fr)_auto] items-center gap-x-4 border-b border-hairline py-3 @max-[15rem]:grid-cols-[auto_minmax(0,1fr)] @max-[15rem]:*:nth-[n+3]:col-span-2"
          >
            <span className="figures text-lead">
              {part.quantity}
              <span className="text-muted"> ×</span>
            </span>
            <Picture src={part.image?.src ?? null} alt="" sizes="52px" />
            <PageLink to={part.url} className="underline-offset-4 after:absolute after:inset-0 hover:underline">
              {part.name}
            </PageLink>
            <Money value={part.price} className="text-muted" />
          </li>
        ))}
      </ul>
      {separateTotal > product.price && (
        <dl className="figures grid grid-cols-[1fr_auto] gap-y-1 pt-4">
          <dt className="text-muted">Bought separately</dt>
          <dd className="text-right text-muted">
            <Money value={separateTotal} />
          </dd>
          <dt className="font-[560]">As a package</dt>
          <dd className="text-right font-[560]">
            <Money value={product.price} />
          </dd>
        </dl>
      )}
    </section>
  )
}

import { useQuery } from '@tanstack/react-query'
import { formatDollars } from '#domain/money/money.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Picture } from '#web/ui/Picture.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { adminQuery } from '../api/query.ts'
import { Detail } from '../ui/Detail.tsx'
import { Section } from '../ui/Section.tsx'
import { Loaded, SkeletonRows } from '../ui/states.tsx'
import { describeCvShare, formatWeight, type ManagedProduct } from './product-labels.ts'
import { stockPath } from './StockList.tsx'

/** The product as sold, read-only: it is changed by importing files. */
export function ProductDetails({ productId }: { productId: number }) {
  const product = useQuery(adminQuery('managedProduct', { params: { product_id: productId } }))
  const url = product.data?.url
  return (
    <Section
      title="In the store"
      actions={
        url && (
          <a href={url} className="text-link tap-target text-small">
            View in store
          </a>
        )
      }
    >
      <Loaded query={product} skeleton={<DetailsSkeleton />}>
        {(data) => <ProductData product={data} />}
      </Loaded>
    </Section>
  )
}

function ProductData({ product }: { product: ManagedProduct }) {
  const { images, compare_at_price: compareAt, category, vendor, contents, part_of: partOf } = product
  const codes = [product.sku, product.barcode].filter(Boolean)
  return (
    <div className="grid gap-4 pt-3 break-words max-lg:grid-cols-[7rem_minmax(0,1fr)] sm:max-lg:grid-cols-[12rem_minmax(0,1fr)]">
      <div className="grid grid-cols-4 content-start gap-2">
        {images.map(({ src, alt }, index) => (
          <Picture
            key={src}
            src={src}
            alt={alt}
            sizes={index === 0 ? '288px' : '72px'}
            className={index === 0 ? 'col-span-4 rounded-card' : 'rounded-field max-sm:col-span-2'}
          />
        ))}
        {images.length === 0 && <p className="col-span-4 text-muted">No picture yet.</p>}
      </div>
      <dl className="grid grid-cols-1 content-start gap-4">
        <Detail name="Price">
          <p className="figures">
            {formatDollars(product.price)}
            {compareAt !== null && <span className="text-muted"> instead of {formatDollars(compareAt)}</span>}
          </p>
          <p className="text-muted">{product.tax_exempt ? 'Not taxed' : 'Taxed'}</p>
        </Detail>
        <Detail name="Points and commission per piece">
          <p className="figures">
            {product.pv.toLocaleString('en-US')} PV · {formatDollars(product.cv)} CV
          </p>
          <p className="text-muted">{describeCvShare(product.commissionable_bp)}</p>
        </Detail>
        {contents.length > 0 && (
          <Parts
            name="Contents"
            parts={contents}
            quantityLabel={({ quantity }) => (quantity > 1 ? `, ${quantity} items` : '')}
          />
        )}
        {partOf.length > 0 && (
          <Parts
            name="Part of"
            parts={partOf}
            quantityLabel={({ quantity }) => (quantity > 1 ? `, ${quantity} in each` : '')}
          />
        )}
        <Detail name="Listed as">
          <p>
            {[product.kind === 'package' ? 'Package' : 'Product', category, vendor && `by ${vendor}`]
              .filter(Boolean)
              .join(', ')}
          </p>
          {product.tags.length > 0 && <p className="text-muted">{product.tags.join(', ')}</p>}
        </Detail>
        <Detail name="On the shelf">
          <p className="figures">
            {product.shelf === '' ? 'No shelf' : `Shelf ${product.shelf}`} · {formatWeight(product.weight_grams)}
          </p>
          {codes.length > 0 && <p className="figures text-muted">{codes.join(' · ')}</p>}
        </Detail>
        {product.description_html !== '' && (
          <Detail name="Description">
            <details>
              <summary className="text-link cursor-default">Show</summary>
              {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized by the server on import */}
              <div className="rich-text pt-2" dangerouslySetInnerHTML={{ __html: product.description_html }} />
            </details>
          </Detail>
        )}
        <Detail name="Imported from">
          <p>Product file, as {product.handle}</p>
        </Detail>
      </dl>
    </div>
  )
}

type Part = ManagedProduct['contents'][number]

const Parts = ({
  name,
  parts,
  quantityLabel,
}: {
  name: string
  parts: readonly Part[]
  quantityLabel: (part: Part) => string
}) => (
  <Detail name={name}>
    <ul>
      {parts.map((part) => (
        <li key={part.product_id}>
          <PageLink to={stockPath(part.product_id)} className="text-link">
            {part.name}
          </PageLink>
          <span className="figures text-muted">
            {quantityLabel(part)}
            {!part.active && ', not for sale'}
          </span>
        </li>
      ))}
    </ul>
  </Detail>
)

const DetailsSkeleton = () => (
  <div className="grid gap-4 pt-3 max-lg:grid-cols-[7rem_minmax(0,1fr)] sm:max-lg:grid-cols-[12rem_minmax(0,1fr)]">
    <Skeleton className="aspect-4/5" />
    <SkeletonRows rows={6} />
  </div>
)

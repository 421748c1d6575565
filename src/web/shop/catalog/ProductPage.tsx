import '#web/rich-text/styled-text.css'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import type { Product } from '#contract/catalog/calls.ts'
import { usePublicUrl } from '#web/api/hydration.ts'
import { paths } from '#web/api/paths.ts'
import { BreadcrumbData, PageHead, StructuredData } from '#web/page/PageHead.tsx'
import { QuickAddForm } from '#web/shop/cart/AddToCart.tsx'
import { Breadcrumb, type Crumb } from '#web/ui/Breadcrumb.tsx'
import { BuyPanel } from './BuyPanel.tsx'
import { Contents } from './Contents.tsx'
import { Gallery } from './Gallery.tsx'
import { ProductGrid } from './ProductGrid.tsx'
import { productQuery } from './queries.ts'

export default function ProductPage() {
  const { product_id = '' } = useParams()
  const { data: product } = useSuspenseQuery(productQuery(Number(product_id)))
  const picture = product.images[0]
  const crumbs: Crumb[] = [
    { label: 'Home', to: paths.home },
    { label: 'Packages', to: paths.packages },
    ...(product.category
      ? [{ label: product.category.name, to: paths.listing({ category: product.category.slug }) }]
      : []),
    { label: product.name },
  ]
  return (
    <div className="frame pt-5 pb-20 sm:pt-7">
      <PageHead
        title={product.page_title}
        description={product.summary}
        path={product.family?.canonical_url ?? product.url}
        kind="product"
        image={picture ? { src: `${picture.src}-1280.webp`, alt: picture.alt, width: 1280, height: 1600 } : null}
      />
      <ProductData product={product} crumbs={crumbs} />
      <Breadcrumb crumbs={crumbs} className="mb-5 sm:mb-7" />
      <div className="grid grid-cols-1 gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] xl:gap-x-20">
        <Gallery key={product.id} images={product.images} name={product.name} />
        <div className="lg:row-span-2">
          <BuyPanel product={product} />
        </div>
        <div className="grid content-start gap-12 lg:pt-8">
          {product.contents.length > 0 && <Contents product={product} />}
          {product.description_html && (
            <section aria-labelledby="description">
              <h2 id="description" className="display pb-4 text-title">
                Description
              </h2>
              {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized by the server on save */}
              <div className="rich-text styled-text" dangerouslySetInnerHTML={{ __html: product.description_html }} />
            </section>
          )}
          {product.documents.length > 0 && (
            <section aria-labelledby="documents">
              <h2 id="documents" className="display pb-4 text-title">
                Documents
              </h2>
              <ul className="divide-y divide-hairline border-y border-hairline">
                {product.documents.map(({ kind, title, url }) => (
                  <li key={url} className="py-3">
                    <a href={url} download className="tap-target text-link">
                      {title}
                    </a>
                    <span className="text-note text-muted">{kind === 'safety' && ' · safety data sheet'} · PDF</span>
                  </li>
                ))}
              </ul>
            </section>
          )}
        </div>
      </div>
      {product.related.length > 0 && (
        <section aria-labelledby="related" className="mt-20 border-t border-ink pt-8">
          <h2 id="related" className="display pb-7 text-title">
            Pairs well with
          </h2>
          <QuickAddForm />
          <ProductGrid products={product.related} />
        </section>
      )}
    </div>
  )
}

function ProductData({ product, crumbs }: { product: Product; crumbs: readonly Crumb[] }) {
  const publicUrl = usePublicUrl()
  return (
    <>
      <StructuredData
        data={{
          '@type': 'Product',
          name: product.name,
          description: product.summary,
          sku: product.sku || undefined,
          brand: product.vendor ? { '@type': 'Brand', name: product.vendor } : undefined,
          image: product.images.map(({ src }) => `${publicUrl}${src}-1280.webp`),
          offers: {
            '@type': 'Offer',
            url: publicUrl + product.url,
            price: product.price.toFixed(2),
            priceCurrency: 'USD',
            availability: `https://schema.org/${product.stock.sold_out ? 'OutOfStock' : 'InStock'}`,
          },
        }}
      />
      <BreadcrumbData crumbs={crumbs} />
    </>
  )
}

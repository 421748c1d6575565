import { useQueryClient } from '@tanstack/react-query'
import { scriptJson, usePublicUrl } from '#web/api/hydration.ts'
import type { Crumb } from '#web/ui/Breadcrumb.tsx'
import { shopQuery } from './shop-query.ts'

type PageHeadProps = {
  /** Without the shop's name, which is appended. */
  title: string
  description?: string
  /** Canonical path; omitted on pages that search engines should not list. */
  path?: string
  /** Pictures in posts may have no size. */
  image?: { src: string; alt: string; width?: number; height?: number } | null
  kind?: 'website' | 'product' | 'article'
}

/** Metadata for search engines and link previews. React moves it into the head. */
export function PageHead({ title, description, path, image, kind = 'website' }: PageHeadProps) {
  const publicUrl = usePublicUrl()
  // An error page must not fail because of the shop's settings.
  const shop = useQueryClient().getQueryData(shopQuery().queryKey)
  const fullTitle = shop && title !== shop.shop_name ? `${title} – ${shop.shop_name}` : title
  return (
    <>
      <title>{fullTitle}</title>
      {description && <meta name="description" content={description} />}
      {path === undefined ? (
        <meta name="robots" content="noindex" />
      ) : (
        <>
          <link rel="canonical" href={publicUrl + path} />
          <meta property="og:url" content={publicUrl + path} />
        </>
      )}
      {shop && <meta property="og:site_name" content={shop.shop_name} />}
      <meta property="og:type" content={kind} />
      <meta property="og:title" content={title} />
      {description && <meta property="og:description" content={description} />}
      {image && (
        <>
          <meta property="og:image" content={publicUrl + image.src} />
          {image.width && <meta property="og:image:width" content={String(image.width)} />}
          {image.height && <meta property="og:image:height" content={String(image.height)} />}
          <meta property="og:image:alt" content={image.alt} />
        </>
      )}
    </>
  )
}

/** Structured data for search engines (schema.org); not an executable script. */
export const StructuredData = ({ data }: { data: Record<string, unknown> }) => (
  <script
    type="application/ld+json"
    // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every "<" escaped
    dangerouslySetInnerHTML={{ __html: scriptJson({ '@context': 'https://schema.org', ...data }) }}
  />
)

/** The breadcrumb as structured data. */
export function BreadcrumbData({ crumbs }: { crumbs: readonly Crumb[] }) {
  const publicUrl = usePublicUrl()
  const itemListElement = crumbs.map(({ label, to }, i) => ({
    '@type': 'ListItem',
    position: i + 1,
    name: label,
    item: to === undefined ? undefined : publicUrl + to,
  }))
  return <StructuredData data={{ '@type': 'BreadcrumbList', itemListElement }} />
}

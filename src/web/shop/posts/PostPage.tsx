import './post-text.css'
import '#web/rich-text/styled-text.css'
import { useSuspenseQuery } from '@tanstack/react-query'
import Paperclip from 'lucide-react/icons/paperclip'
import { useParams, useSearchParams } from 'react-router'
import type { Post } from '#contract/posts/calls.ts'
import { splitAtProducts } from '#domain/posts/split-at-products.ts'
import { usePublicUrl } from '#web/api/hydration.ts'
import { paths } from '#web/api/paths.ts'
import { BreadcrumbData, PageHead, StructuredData } from '#web/page/PageHead.tsx'
import { QuickAddForm } from '#web/shop/cart/AddToCart.tsx'
import { ProductCard } from '#web/shop/catalog/ProductCard.tsx'
import { Breadcrumb } from '#web/ui/Breadcrumb.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Byline } from './Byline.tsx'
import { Comments } from './Comments.tsx'
import { languages } from './languages.ts'
import { postQuery, readPostQuery } from './queries.ts'

export default function PostPage() {
  const { post_id = '' } = useParams()
  const query = readPostQuery(useSearchParams()[0])
  const { data: post } = useSuspenseQuery(postQuery(Number(post_id), query))
  const { tag } = languages[post.language]
  const crumbs = [
    { label: 'Home', to: paths.home },
    { label: 'Blog', to: paths.postList({ language: post.language }) },
    { label: post.title, lang: tag },
  ]
  return (
    <div className="frame pt-5 pb-20 sm:pt-7">
      <PageHead
        title={post.title}
        description={post.excerpt || post.title}
        path={paths.post(post.id)}
        kind="article"
        image={post.image === null ? null : { src: post.image, alt: post.title }}
      />
      <ArticleData post={post} />
      <BreadcrumbData crumbs={crumbs} />
      <Breadcrumb crumbs={crumbs} />
      <div className="mx-auto max-w-text pt-8 sm:pt-12">
        <article>
          <header className="border-b border-ink pb-6">
            <h1 lang={tag} className="display text-heading">
              {post.title}
            </h1>
            <Byline text={post} className="pt-4 text-muted" />
          </header>
          <div lang={tag} className="pt-8">
            <Content post={post} />
          </div>
          {post.tags.length > 0 && (
            <ul aria-label="Tags" className="flex flex-wrap gap-2 pt-8">
              {post.tags.map((name) => (
                <li key={name}>
                  <PageLink
                    to={paths.postList({ language: post.language, tag: name })}
                    lang={tag}
                    className="flex min-h-11 items-center rounded-pill border border-edge px-4 wrap-anywhere hover:border-ink"
                  >
                    {name}
                  </PageLink>
                </li>
              ))}
            </ul>
          )}
          {post.attachment_url !== null && (
            <p className="pt-8">
              <a
                href={post.attachment_url}
                download={post.attachment}
                className="inline-flex min-h-12 max-w-full items-center gap-3 rounded-card border border-edge px-4 py-2.5 hover:border-ink"
              >
                <Paperclip size={18} className="shrink-0" aria-hidden />
                <span className="min-w-0 wrap-anywhere">
                  <span className="sr-only">Download </span>
                  {post.attachment}
                </span>
              </a>
            </p>
          )}
        </article>
        <Comments key={query.from} post={post} query={query} />
      </div>
    </div>
  )
}

/** The text, with a card where a paragraph is only a link to a product that is for sale. */
function Content({ post: { content, products } }: { post: Post }) {
  const publicUrl = usePublicUrl()
  if (products.length === 0) return <RichText html={content} />
  const cards = new Map(products.map((product) => [product.id, product]))
  return (
    <>
      <QuickAddForm />
      {splitAtProducts(content, publicUrl).map((part, index) => {
        const product = 'productId' in part ? cards.get(part.productId) : undefined
        const html = 'html' in part ? part.html : ''
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text are never reordered
        if (product === undefined) return html && <RichText key={index} html={html} />
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text are never reordered
          <div key={index} className="py-6" lang="en">
            <ProductCard product={product} look="side" />
          </div>
        )
      })}
    </>
  )
}

const RichText = ({ html }: { html: string }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized by the server on save
  <div className="rich-text styled-text post-text" dangerouslySetInnerHTML={{ __html: html }} />
)

function ArticleData({ post }: { post: Post }) {
  const publicUrl = usePublicUrl()
  return (
    <StructuredData
      data={{
        '@type': 'Article',
        headline: post.title,
        description: post.excerpt || undefined,
        author: { '@type': 'Person', name: post.author.name },
        datePublished: post.created_at,
        inLanguage: languages[post.language].tag,
        image: post.image === null ? undefined : publicUrl + post.image,
        mainEntityOfPage: publicUrl + paths.post(post.id),
        commentCount: post.comment_count,
      }}
    />
  )
}

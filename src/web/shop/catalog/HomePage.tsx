import { useSuspenseQuery } from '@tanstack/react-query'
import { type ComponentType, useId } from 'react'
import type { ProductCard as Card } from '#contract/catalog/calls.ts'
import type { Home } from '#contract/content/calls.ts'
import { paths } from '#web/api/paths.ts'
import { PageHead } from '#web/page/PageHead.tsx'
import { shopQuery } from '#web/page/shop-query.ts'
import { QuickAddForm } from '#web/shop/cart/AddToCart.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { FeaturedGrid } from './FeaturedGrid.tsx'
import { Popups } from './Popups.tsx'
import { homeQuery } from './queries.ts'
import { Slider } from './Slider.tsx'

type Section = Home['sections'][number]
type SectionOf<Type extends Section['type']> = Extract<Section, { type: Type }>
/** The section of posts comes from a higher module. */
type Posts = ComponentType<Pick<SectionOf<'posts'>, 'heading' | 'link_label'> & Pick<Home, 'posts'>>

export default function HomePage({ Posts }: { Posts: Posts }) {
  const { data: home } = useSuspenseQuery(homeQuery())
  return <HomeContent home={home} Posts={Posts} path={paths.home} />
}

type HomeContentProps = {
  home: Home
  Posts: Posts
  /** Canonical path; omitted in a preview, which search engines should not list. */
  path?: string
}

export function HomeContent({ home, Posts, path }: HomeContentProps) {
  const { data: shop } = useSuspenseQuery(shopQuery())
  const slide = home.slides[0]
  return (
    <>
      <PageHead
        title={shop.shop_name}
        description={home.description || home.promise || shop.shop_name}
        {...(path !== undefined && { path })}
        image={slide ? { src: `${slide.image.src}-1280.webp`, alt: slide.image.alt, width: 1280, height: 720 } : null}
      />
      <h1 className="sr-only">{home.promise ? `${shop.shop_name}: ${home.promise}` : shop.shop_name}</h1>
      <Slider slides={home.slides} />
      <Popups popups={home.popups} />
      {home.sections.some(({ type }) => type === 'products') && <QuickAddForm />}
      <div className="grid grid-cols-1 gap-20 pt-16 pb-20 lg:gap-28 lg:pt-24 lg:pb-28">
        {home.sections.map((section, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: sections have no other identity, and never move on this page
          <HomeSection key={index} section={section} home={home} Posts={Posts} />
        ))}
      </div>
    </>
  )
}

type HomeSectionProps = { section: Section; home: Home; Posts: Posts }

function HomeSection({ section, home, Posts }: HomeSectionProps) {
  switch (section.type) {
    case 'products':
      return <Products section={section} products={section.products ?? home.featured} />
    case 'steps':
      return <Steps section={section} />
    case 'posts':
      return <Posts heading={section.heading} link_label={section.link_label} posts={home.posts} />
  }
}

function Products({ section, products }: { section: SectionOf<'products'>; products: readonly Card[] }) {
  const id = useId()
  const { heading, link_label, link } = section
  if (products.length === 0) return null
  return (
    <section aria-labelledby={id} className="frame">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2 pb-8">
        <h2 id={id} className="display text-heading">
          {heading}
        </h2>
        {link_label && link && (
          <PageLink to={link} reloadDocument={!link.startsWith('/')} className="tap-target text-link">
            {link_label}
          </PageLink>
        )}
      </div>
      <FeaturedGrid products={products} />
    </section>
  )
}

function Steps({ section: { heading, steps } }: { section: SectionOf<'steps'> }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="frame">
      <h2 id={id} className="display pb-8 text-heading">
        {heading}
      </h2>
      <ol className="grid grid-cols-1 gap-x-6 md:grid-cols-3">
        {steps.map(({ title, text }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two steps may be equal
          <li key={i} className="grid grid-cols-[2.5rem_minmax(0,1fr)] border-t border-ink pt-4 pb-8">
            <span className="display figures text-title leading-none text-muted" aria-hidden="true">
              {i + 1}
            </span>
            <div>
              <h3 className="text-lead font-[560]">{title}</h3>
              <p className="max-w-80 pt-1.5 text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

import type { ProductCard } from '#contract/catalog/calls.ts'
import type { Home } from '#contract/content/calls.ts'
import type { HomeBody, HomeSection } from '#contract/content/home.ts'
import type { NoticesBody } from '#contract/content/notices.ts'
import type { SlidesBody } from '#contract/content/slides.ts'
import { readNow, readPublished } from '#server/content/documents/read-documents.ts'
import { presentNotices, presentSlides } from '#server/content/present-content.ts'
import { findPictureWidths } from '#server/content/uploads/library-pictures.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { listNewestPosts } from '#server/posts/list-posts.ts'
import { findCards } from './catalog.queries.ts'
import { listFeatured } from './list-featured.ts'
import { listProducts } from './list-products.ts'
import { presentCard } from './present-product.ts'

const MAX_POSTS = 3

type HomeDrafts = { slides?: SlidesBody; notices?: NoticesBody; home?: HomeBody }

/** Returns the home page as visitors see it, or with a draft in place of what is published. */
export async function showHome(db: Database, drafts: HomeDrafts = {}): Promise<Home> {
  const [slides, notices, home, now] = await Promise.all([
    drafts.slides ?? readPublished(db, 'slides'),
    drafts.notices ?? readPublished(db, 'notices'),
    drafts.home ?? readPublished(db, 'home'),
    readNow(db),
  ])
  const featured = await listFeatured(db)
  const sections: Home['sections'] = []
  for (const section of home.sections) sections.push(await showSection(db, section, featured))
  return {
    slides: presentSlides(slides, now, await findPictureWidths(db, slides)),
    popups: presentNotices(notices, now, ['home', 'all']),
    featured,
    posts: await listNewestPosts(db, MAX_POSTS),
    promise: home.promise,
    description: home.description,
    sections,
  }
}

async function showSection(
  db: Database,
  section: HomeSection,
  featured: readonly ProductCard[],
): Promise<Home['sections'][number]> {
  if (section.type !== 'products') return section
  const { type, heading, link_label, link } = section
  return { type, heading, link_label, link, products: await listSectionProducts(db, section, featured) }
}

/** Null if these are all featured products, which the response has already. */
async function listSectionProducts(
  db: Database,
  { source, limit }: Extract<HomeSection, { type: 'products' }>,
  featured: readonly ProductCard[],
): Promise<ProductCard[] | null> {
  switch (source.kind) {
    case 'featured':
      return featured.length <= limit ? null : featured.slice(0, limit)
    case 'newest':
      return (await listFirst(db, { category: '', sort: 'newest' })).slice(0, limit)
    case 'category':
      return (await listFirst(db, { category: source.category, sort: 'featured' })).slice(0, limit)
    case 'chosen': {
      const cards = (await findCards(db, source.product_ids)).map(presentCard)
      return source.product_ids.flatMap((id) => cards.find((card) => card.id === id) ?? [])
    }
  }
}

const listFirst = async (
  db: Database,
  query: { category: string; sort: 'newest' | 'featured' },
): Promise<ProductCard[]> => (await listProducts(db, { ...query, q: '', exact: '', page: 1 })).data

import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import type { ContentPreview } from '#contract/content/preview.ts'
import { NotFoundContent } from '#web/page/NotFoundPage.tsx'
import { Announcement } from '#web/shop/catalog/Announcement.tsx'
import { FaqsContent } from '#web/shop/catalog/FaqsPage.tsx'
import { HomeContent } from '#web/shop/catalog/HomePage.tsx'
import { FinderContent } from '#web/shop/catalog/ProductFinderPage.tsx'
import { NewestPosts } from '#web/shop/posts/NewestPosts.tsx'
import { NavigationPreview } from './NavigationPreview.tsx'
import { PageContent } from './PageContent.tsx'
import { contentPreviewQuery } from './queries.ts'

/** A draft as visitors will see it, for anyone who has the link. */
export default function PreviewPage() {
  const { token = '' } = useParams()
  const { data: preview } = useSuspenseQuery(contentPreviewQuery(token))
  return (
    <>
      <p role="note" className="bg-sunken px-4 py-2 text-center text-note">
        Preview of a draft. Visitors don’t see it yet.
      </p>
      {showPreview(preview)}
    </>
  )
}

function showPreview(preview: ContentPreview) {
  switch (preview.kind) {
    case 'page':
      return <PageContent page={preview.page} />
    case 'faqs':
      return <FaqsContent faqs={preview.faqs} />
    case 'finder':
      return <FinderContent finder={preview.finder} />
    case 'home':
      return <HomeContent home={preview.home} Posts={NewestPosts} />
    case 'announcement':
      return preview.announcement && <Announcement {...preview.announcement} />
    case 'navigation':
      return <NavigationPreview navigation={preview.navigation} />
    case 'not_found':
      return <NotFoundContent texts={preview.not_found} />
  }
}

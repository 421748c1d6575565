import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { contentPagePath } from '#contract/paths.ts'
import { PageContent } from './PageContent.tsx'
import { contentPageQuery } from './queries.ts'

/** A page that the shop's owners wrote, such as About us. */
export default function ContentPage() {
  const { slug = '' } = useParams()
  const { data: page } = useSuspenseQuery(contentPageQuery(slug))
  return <PageContent page={page} path={contentPagePath(page.slug)} />
}

import { useSuspenseQuery } from '@tanstack/react-query'
import { paths } from '#web/api/paths.ts'
import { homeQuery } from '#web/shop/catalog/queries.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { PostCard } from './PostCard.tsx'

/** Newest posts on the home page; renders nothing while there are none. */
export function NewestPosts() {
  const { posts } = useSuspenseQuery(homeQuery()).data
  if (posts.length === 0) return null
  return (
    <section aria-labelledby="posts" className="frame pb-20 lg:pb-28">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2 pb-8">
        <h2 id="posts" className="display text-heading">
          Newest from the blog
        </h2>
        <PageLink to={paths.posts} className="tap-target text-link">
          All posts
        </PageLink>
      </div>
      <ul className="grid grid-cols-1 gap-x-6 gap-y-12 md:grid-cols-3">
        {posts.map((post) => (
          <li key={post.id}>
            <PostCard post={post} />
          </li>
        ))}
      </ul>
    </section>
  )
}

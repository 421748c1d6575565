import type { ListedPost } from '#contract/posts/calls.ts'
import { paths } from '#web/api/paths.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { PostCard } from './PostCard.tsx'

type NewestPostsProps = { heading: string; link_label: string; posts: readonly ListedPost[] }

/** Newest posts on the home page; renders nothing while there are none. */
export function NewestPosts({ heading, link_label, posts }: NewestPostsProps) {
  if (posts.length === 0) return null
  return (
    <section aria-labelledby="posts" className="frame">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2 pb-8">
        <h2 id="posts" className="display text-heading">
          {heading}
        </h2>
        {link_label && (
          <PageLink to={paths.posts} className="tap-target text-link">
            {link_label}
          </PageLink>
        )}
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

import type { ListedPost } from '#contract/posts/calls.ts'
import { paths } from '#web/api/paths.ts'
import { cx } from '#web/ui/cx.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Byline } from './Byline.tsx'
import { languages } from './languages.ts'

/** The whole card is a link. */
export function PostCard({ post, priority }: { post: ListedPost; priority?: boolean }) {
  const { id, title, excerpt, image, language } = post
  return (
    <article className="group/card relative flex h-full flex-col">
      <div className={cx('relative aspect-3/2 shrink-0 overflow-hidden bg-sunken', image === null && 'max-sm:hidden')}>
        {image === null ? (
          <Initial title={title} />
        ) : (
          <img
            src={image}
            alt=""
            loading={priority ? 'eager' : 'lazy'}
            className="absolute inset-0 size-full object-cover transition-transform duration-200 group-hover/card:scale-[1.02]"
          />
        )}
      </div>
      <div lang={languages[language].tag} className={cx('pt-4', image === null && 'max-sm:border-t max-sm:border-ink')}>
        <h3 className="display text-title leading-tight text-balance">
          <PageLink
            to={paths.post(id)}
            className="decoration-1 underline-offset-4 group-hover/card:underline after:absolute after:inset-0"
          >
            {title}
          </PageLink>
        </h3>
        {excerpt !== '' && <p className="line-clamp-3 pt-2 text-muted">{excerpt}</p>}
      </div>
      <Byline text={post} className="mt-auto pt-3 text-note text-muted" />
    </article>
  )
}

/** Drop cap for a post without a picture; hidden on phones for lack of space. */
const Initial = ({ title }: { title: string }) => (
  <span
    aria-hidden="true"
    className="display absolute inset-0 grid place-items-center text-display text-edge transition-transform duration-200 select-none group-hover/card:scale-105"
  >
    {[...title][0]?.toUpperCase()}
  </span>
)

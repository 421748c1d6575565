import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigation, useSearchParams } from 'react-router'
import type { PostLanguage } from '#contract/base/limits.ts'
import type { PostList } from '#contract/posts/calls.ts'
import { paths } from '#web/api/paths.ts'
import { BreadcrumbData, PageHead } from '#web/page/PageHead.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { PageFrame } from '#web/ui/PageFrame.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { languageChoices, languages } from './languages.ts'
import { PostCard } from './PostCard.tsx'
import { postListQuery, readPostListQuery } from './queries.ts'

const crumbs = [{ label: 'Home', to: paths.home }, { label: 'Blog' }]

export default function PostListPage() {
  const [search] = useSearchParams()
  const { data: list } = useSuspenseQuery(postListQuery(readPostListQuery(search)))
  const isLoading = useNavigation().state === 'loading'
  const { language, tag, page } = list
  const languageSuffix = language === 'en' ? '' : ` in ${languages[language].name}`
  return (
    <PageFrame crumbs={crumbs} title="Blog" aside={<p className="text-muted">Posts by members of the store.</p>}>
      <PageHead
        title={`Blog${languageSuffix}${page > 1 ? `, page ${page}` : ''}`}
        description={`Posts by members of the store${languageSuffix}.`}
        {...(tag === '' && { path: paths.postList({ language, page }) })}
      />
      <BreadcrumbData crumbs={crumbs} />
      <LanguageChooser selected={language} />
      {tag !== '' && (
        <p className="pt-6">
          Tagged <span className="font-[560]">{tag}</span> ·{' '}
          <PageLink to={toList(language)} className="tap-target text-link underline">
            All posts
          </PageLink>
        </p>
      )}
      <div className={cx('pt-8 transition-opacity sm:pt-10', isLoading && 'opacity-50')} aria-busy={isLoading}>
        <h2 className="sr-only">Posts</h2>
        {list.data.length === 0 ? (
          <EmptyList list={list} />
        ) : (
          <ul className="grid grid-cols-1 gap-x-8 gap-y-12 sm:grid-cols-2 lg:grid-cols-3">
            {list.data.map((post, i) => (
              <li key={post.id}>
                <PostCard post={post} priority={i < 3} />
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className="pt-14">
        <Pager page={page} count={list.page_count} to={(n) => paths.postList({ language, tag, page: n })} />
      </div>
    </PageFrame>
  )
}

/** Without a language, the list opens in that of the browser. */
const toList = (language: PostLanguage): string =>
  language === 'en' ? `${paths.posts}?language=en` : paths.postList({ language })

const chipClass = 'flex h-11 items-center rounded-pill border px-4 transition-colors'

const LanguageChooser = ({ selected }: { selected: PostLanguage }) => (
  <nav aria-label="Language">
    <ul className="flex flex-wrap gap-2">
      {languageChoices.map(({ code, ownName, tag }) => (
        <li key={code}>
          <PageLink
            to={toList(code)}
            lang={tag}
            preventScrollReset
            aria-current={code === selected ? 'true' : undefined}
            className={cx(
              chipClass,
              code === selected ? 'border-ink bg-ink text-paper' : 'border-edge hover:border-ink',
            )}
          >
            {ownName}
          </PageLink>
        </li>
      ))}
    </ul>
  </nav>
)

function EmptyList({ list: { language, tag, page_count } }: { list: PostList }) {
  const { name } = languages[language]
  return (
    <div className="grid justify-items-start gap-6 border-t border-ink py-12">
      <p className="display max-w-text text-title">
        {page_count > 0
          ? 'This page doesn’t exist.'
          : tag !== ''
            ? `There are no posts with this tag in ${name}.`
            : `There are no posts in ${name} yet. Yours could be the first.`}
      </p>
      {page_count > 0 ? (
        <ButtonLink kind="secondary" to={paths.postList({ language, tag })}>
          Go to the first page
        </ButtonLink>
      ) : (
        <ButtonLink kind="secondary" to={paths.accountPosts}>
          Write a post
        </ButtonLink>
      )}
    </div>
  )
}

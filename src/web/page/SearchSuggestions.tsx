import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { KeyboardEvent, ReactNode } from 'react'
import { paths } from '#web/api/paths.ts'
import { callQuery } from '#web/api/query.ts'
import { Money } from '#web/ui/Money.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Thumbnail } from '#web/ui/Thumbnail.tsx'

type SearchSuggestionsProps = {
  id: string
  /** The typed text. */
  text: string
  /** Called with the first key that leaves the list upward, and with Escape. */
  onLeave: () => void
  onSelect: () => void
}

/** Products, categories and posts below the search field, loaded when it is used: links that arrow keys move through. */
export default function SearchSuggestions({ id, text, onLeave, onSelect }: SearchSuggestionsProps) {
  const { data } = useQuery({ ...callQuery('suggestions', { query: { q: text } }), placeholderData: keepPreviousData })
  if (!data) return null
  const { products, categories, posts, corrected } = data
  const count = products.length + categories.length + posts.length

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a')]
    const index = links.indexOf(document.activeElement as HTMLElement)
    const next = event.key === 'ArrowDown' ? index + 1 : event.key === 'ArrowUp' ? index - 1 : undefined
    if (event.key === 'Escape' || (next !== undefined && next < 0)) {
      event.preventDefault()
      event.stopPropagation()
      onLeave()
    } else if (next !== undefined) {
      event.preventDefault()
      links[Math.min(next, links.length - 1)]?.focus()
    }
  }

  return (
    <section
      id={id}
      aria-label="Suggestions"
      onKeyDown={onKeyDown}
      className="absolute inset-x-0 top-full z-40 mt-2 max-h-[min(32rem,70svh)] overflow-y-auto rounded-card border border-hairline bg-raised p-2 shadow-float empty:hidden"
    >
      <p role="status" className={corrected === null || count === 0 ? 'sr-only' : 'px-3 py-2 text-note text-muted'}>
        {count === 0
          ? 'No suggestions'
          : corrected === null
            ? `${count} suggestions`
            : `Showing results for “${corrected}”`}
      </p>
      <Group name="Products">
        {products.map(({ id: productId, name, price, url, image }) => (
          <Suggestion key={productId} to={url} onSelect={onSelect}>
            <span className="w-10 shrink-0 overflow-hidden rounded-field">
              <Thumbnail src={image && `${image.src}-320.webp`} />
            </span>
            <span className="min-w-0 flex-1 break-words">{name}</span>
            <Money value={price} className="text-muted" />
          </Suggestion>
        ))}
      </Group>
      <Group name="Categories">
        {categories.map(({ slug, name, total }) => (
          <Suggestion key={slug} to={paths.listing({ q: corrected ?? text, category: slug })} onSelect={onSelect}>
            <span className="min-w-0 flex-1 break-words">In {name}</span>
            <span className="figures text-muted">{total}</span>
          </Suggestion>
        ))}
      </Group>
      <Group name="Blog">
        {posts.map(({ id: postId, title, language }) => (
          <Suggestion key={postId} to={paths.post(postId)} onSelect={onSelect}>
            <span lang={language} className="min-w-0 flex-1 break-words">
              {title}
            </span>
          </Suggestion>
        ))}
      </Group>
    </section>
  )
}

const Group = ({ name, children }: { name: string; children: readonly ReactNode[] }) =>
  children.length === 0 ? null : (
    <ul aria-label={name} className="border-hairline not-last:border-b not-last:pb-2 not-first:pt-2">
      {children}
    </ul>
  )

const Suggestion = ({ to, onSelect, children }: { to: string; onSelect: () => void; children: ReactNode }) => (
  <li>
    <PageLink
      to={to}
      onClick={onSelect}
      className="flex min-h-11 items-center gap-3 rounded-field px-3 py-1 hover:bg-sunken focus-visible:bg-sunken"
    >
      {children}
    </PageLink>
  </li>
)

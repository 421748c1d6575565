import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Sort } from '#contract/base/limits.ts'
import type { Listing } from '#contract/catalog/calls.ts'
import { paths } from '#web/api/paths.ts'
import { BreadcrumbData, PageHead } from '#web/page/PageHead.tsx'
import { Button } from '#web/ui/Button.tsx'
import { RadioCard, TextField } from '#web/ui/fields.tsx'
import { PageFrame } from '#web/ui/PageFrame.tsx'
import { listingQuery } from './queries.ts'

const sortChoices: readonly { sort: Sort; title: string; note: string }[] = [
  { sort: 'featured', title: 'Our pick', note: 'Staff picks' },
  { sort: 'newest', title: 'What’s new', note: 'Our latest arrivals' },
  { sort: 'price', title: 'Lowest price first', note: 'Sorted from low to high' },
]

const crumbs = [{ label: 'Home', to: paths.home }, { label: 'Product finder' }]

/** A three-question product finder; the answers form the listing's URL, so it works without scripts. */
export default function ProductFinderPage() {
  const { data: listing } = useSuspenseQuery(listingQuery({}))
  return (
    <PageFrame
      crumbs={crumbs}
      title="What are you looking for?"
      aside={<p className="text-muted">Answer three questions, and we’ll show you what fits.</p>}
    >
      <PageHead
        title="Product finder"
        description="Tell us what you work on and what matters to you, and we’ll show you packages and products that fit."
        path={paths.productFinder}
      />
      <BreadcrumbData crumbs={crumbs} />
      <form action={paths.packages} className="grid gap-12">
        <Categories categories={listing.categories} />
        <Question number={2} title="Sort by">
          <div className="grid gap-3 sm:grid-cols-3">
            {sortChoices.map(({ sort, title, note }) => (
              <RadioCard
                key={sort}
                name="sort"
                value={sort}
                title={title}
                note={note}
                defaultChecked={sort === 'featured'}
              />
            ))}
          </div>
        </Question>
        <Question number={3} title="Anything in particular?">
          <TextField
            label="Keyword, brand or SKU"
            optional
            name="q"
            type="search"
            maxLength={200}
            autoComplete="off"
            enterKeyHint="search"
            className="max-w-96"
          />
        </Question>
        <Button type="submit" className="justify-self-stretch sm:justify-self-start">
          Show products
        </Button>
      </form>
    </PageFrame>
  )
}

const Categories = ({ categories }: { categories: Listing['categories'] }) => (
  <Question number={1} title="What do you work on?">
    <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
      <RadioCard name="category" value="" title="Everything" note="All categories" defaultChecked />
      {categories.map(({ slug, name, total }) => (
        <RadioCard
          key={slug}
          name="category"
          value={slug}
          title={name}
          note={total === 1 ? '1 product' : `${total} products`}
        />
      ))}
    </div>
  </Question>
)

const Question = ({ number, title, children }: { number: number; title: string; children: ReactNode }) => (
  <fieldset className="border-t border-ink pt-5">
    <legend className="float-left mb-5 flex w-full items-baseline gap-3.5">
      <span className="figures text-note text-muted" aria-hidden>
        {number}
      </span>
      <span className="display text-title">{title}</span>
    </legend>
    <div className="clear-both">{children}</div>
  </fieldset>
)

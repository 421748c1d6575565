import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { useNavigate, useNavigation, useSearchParams } from 'react-router'
import type { Finder } from '#contract/content/finder.ts'
import { paths } from '#web/api/paths.ts'
import { BreadcrumbData, PageHead } from '#web/page/PageHead.tsx'
import { QuickAddForm } from '#web/shop/cart/AddToCart.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { RadioCard } from '#web/ui/fields.tsx'
import { PageFrame } from '#web/ui/PageFrame.tsx'
import { ProductCard } from './ProductCard.tsx'
import { finderQuery, readFinderQuery } from './queries.ts'

const crumbs = [{ label: 'Home', to: paths.home }, { label: 'Product finder' }]

/** Questions whose answers form the URL, so that it works without scripts; the answers lead to three products. */
export default function ProductFinderPage() {
  const [search] = useSearchParams()
  const { data: finder } = useSuspenseQuery(finderQuery(readFinderQuery(search)))
  return <FinderContent key={search.toString()} finder={finder} />
}

export function FinderContent({ finder }: { finder: Finder }) {
  return (
    <PageFrame
      crumbs={crumbs}
      title="What are you looking for?"
      aside={
        finder.questions.length > 0 && (
          <p className="text-muted">Answer a few questions, and we’ll suggest what fits.</p>
        )
      }
    >
      <PageHead
        title="Product finder"
        description="Tell us what you work on and what matters to you, and we’ll suggest packages and products that fit."
        {...(!finder.is_answered && { path: paths.productFinder })}
      />
      <BreadcrumbData crumbs={crumbs} />
      {finder.is_answered && <Suggestions finder={finder} />}
      {finder.questions.length === 0 ? (
        <div className="grid justify-items-start gap-6 border-t border-ink py-12">
          <p className="display max-w-text text-title">We have no questions for you yet. Look around instead.</p>
          <ButtonLink to={paths.packages}>Shop all</ButtonLink>
        </div>
      ) : (
        <Questions finder={finder} />
      )}
    </PageFrame>
  )
}

function Questions({ finder }: { finder: Finder }) {
  const navigate = useNavigate()
  const isLoading = useNavigation().state === 'loading'
  return (
    <form
      action={paths.productFinder}
      className="grid gap-12"
      onSubmit={(event) => {
        event.preventDefault()
        const answers = new URLSearchParams(new FormData(event.currentTarget) as never)
        void navigate(`${paths.productFinder}?${answers}`)
      }}
    >
      {finder.questions.map(({ question, answers }, index) => (
        <Question key={question} number={index + 1} title={question}>
          <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
            {answers.map(({ id, label, note, chosen }) => (
              <RadioCard key={id} name={`q${index + 1}`} value={id} title={label} note={note} defaultChecked={chosen} />
            ))}
          </div>
        </Question>
      ))}
      <Button type="submit" busy={isLoading} busyText="Looking…" className="justify-self-stretch sm:justify-self-start">
        {finder.is_answered ? 'Show again' : 'Show suggestions'}
      </Button>
    </form>
  )
}

function Suggestions({ finder: { suggestions } }: { finder: Finder }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The answers are below, so that who has just sent them is taken to the result.
  useEffect(() => heading.current?.focus(), [])
  return (
    <section aria-labelledby="suggestions" className="pb-16">
      <h2 id="suggestions" ref={heading} tabIndex={-1} className="display scroll-mt-24 pb-6 text-title">
        {suggestions.length > 0 ? 'We suggest' : 'Nothing fits these answers'}
      </h2>
      {suggestions.length === 0 ? (
        <p className="max-w-text text-muted">Change an answer below, or look through everything we sell.</p>
      ) : (
        <>
          <QuickAddForm />
          <ul className="grid gap-x-6 gap-y-9 sm:grid-cols-3">
            {suggestions.map(({ product, reasons }) => (
              <li key={product.id} className="grid content-start gap-2">
                <ProductCard product={product} />
                <p className="text-note text-muted">
                  Fits your {reasons.length === 1 ? 'answer' : 'answers'}: {reasons.join(', ')}
                </p>
              </li>
            ))}
          </ul>
        </>
      )}
      <ButtonLink kind="secondary" to={paths.packages} className="mt-8">
        See everything
      </ButtonLink>
    </section>
  )
}

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

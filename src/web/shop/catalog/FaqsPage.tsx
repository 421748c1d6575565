import { useSuspenseQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { Shop } from '#contract/content/calls.ts'
import type { Faq } from '#contract/content/faqs.ts'
import { paths } from '#web/api/paths.ts'
import { BreadcrumbData, PageHead } from '#web/page/PageHead.tsx'
import { SearchForm } from '#web/page/SearchForm.tsx'
import { shopQuery } from '#web/page/shop-query.ts'
import { PageFrame } from '#web/ui/PageFrame.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Questions } from './Questions.tsx'
import { faqsQuery } from './queries.ts'

const crumbs = [{ label: 'Home', to: paths.home }, { label: 'Help' }]

export default function FaqsPage() {
  const q = useSearchParams()[0].get('q') ?? ''
  const { data: faqs } = useSuspenseQuery(faqsQuery(q))
  return <FaqsContent faqs={faqs.data} search={q} path={paths.faqs} />
}

type FaqsContentProps = {
  faqs: readonly Faq[]
  /** The words of a search. */
  search?: string
  /** Canonical path; omitted in a preview, which search engines should not list. */
  path?: string
}

export function FaqsContent({ faqs, search = '', path }: FaqsContentProps) {
  const { data: shop } = useSuspenseQuery(shopQuery())
  const topics = Map.groupBy(faqs, ({ topic }) => topic)
  return (
    <PageFrame crumbs={crumbs} title="Questions, answered">
      <PageHead
        title="Questions and answers"
        description="Answers about ordering, delivery and pickup, payment and membership."
        {...(path !== undefined && { path })}
      />
      <BreadcrumbData crumbs={crumbs} />
      {(topics.size > 0 || search !== '') && (
        <SearchForm
          action={paths.faqs}
          label="Search the questions"
          placeholder="Search the questions"
          query={search}
          className="mb-10 max-w-104"
        />
      )}
      {topics.size === 0 && search !== '' && (
        <p className="max-w-text text-lead">
          No question contains “{search}”.{' '}
          <PageLink to={paths.faqs} className="text-link">
            Show all questions
          </PageLink>
        </p>
      )}
      {topics.size === 0 && search === '' && (
        <p className="display max-w-text text-title">
          Answers are coming soon. <ContactOptions shop={shop} />
        </p>
      )}
      <div className="grid gap-x-16 gap-y-10 lg:grid-cols-[16rem_minmax(0,1fr)]">
        <div className="lg:sticky lg:top-24 lg:self-start">
          {topics.size > 1 && (
            <nav aria-label="Topics">
              <ul className="grid gap-1 border-l border-hairline pl-5">
                {[...topics.keys()].map((topic) => (
                  <li key={topic}>
                    <a
                      href={`#${toSlug(topic)}`}
                      className="tap-target inline-block py-1.5 underline-offset-4 hover:underline"
                    >
                      {capitalize(topic)}
                    </a>
                  </li>
                ))}
              </ul>
            </nav>
          )}
          {topics.size > 0 && (shop.shop_phone || shop.shop_email) && (
            <p className="mt-8 hidden max-w-60 text-note text-muted lg:block">
              Didn’t find your answer? <ContactOptions shop={shop} />
            </p>
          )}
        </div>
        <div className="grid gap-14">
          {[...topics].map(([topic, questions]) => (
            <Topic key={topic} topic={topic} questions={questions} />
          ))}
        </div>
      </div>
    </PageFrame>
  )
}

/** Omits contact details without a value. */
function ContactOptions({ shop: { shop_phone: phone, shop_email: email } }: { shop: Shop }) {
  return (
    <>
      {phone && (
        <>
          Call{' '}
          <a href={`tel:${phone.replace(/[^\d+]/g, '')}`} className="text-link whitespace-nowrap">
            {phone}
          </a>
        </>
      )}
      {phone && email ? ' or email ' : email && 'Email '}
      {email && (
        <a href={`mailto:${email}`} className="text-link">
          {email}
        </a>
      )}
      {(phone || email) && '.'}
    </>
  )
}

const Topic = ({ topic, questions }: { topic: string; questions: readonly Faq[] }) => (
  <section aria-labelledby={toSlug(topic)}>
    <h2 id={toSlug(topic)} className="display scroll-mt-24 pb-4 text-title">
      {capitalize(topic)}
    </h2>
    <Questions questions={questions} />
  </section>
)

const toSlug = (topic: string): string => topic.toLowerCase().replace(/[^a-z0-9]+/g, '-')
const capitalize = (topic: string): string => topic.charAt(0).toUpperCase() + topic.slice(1)

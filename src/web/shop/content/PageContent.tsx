import '#web/rich-text/styled-text.css'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode, useId } from 'react'
import type { ContentPage } from '#contract/content/page.ts'
import { paths } from '#web/api/paths.ts'
import { BreadcrumbData, PageHead } from '#web/page/PageHead.tsx'
import { shopQuery } from '#web/page/shop-query.ts'
import { ProductGrid } from '#web/shop/catalog/ProductGrid.tsx'
import { Questions } from '#web/shop/catalog/Questions.tsx'
import { ContactForm } from '#web/shop/contact/ContactForm.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { PageFrame } from '#web/ui/PageFrame.tsx'
import { Counter } from './Counter.tsx'

type Block = ContentPage['blocks'][number]
type BlockOf<Type extends Block['type']> = Extract<Block, { type: Type }>

type PageContentProps = {
  page: ContentPage
  /** Canonical path; omitted in a preview, which search engines should not list. */
  path?: string
}

/** The blocks of a page in order; the pickup counter is next to them on wide screens. */
export function PageContent({ page, path }: PageContentProps) {
  const { data: shop } = useSuspenseQuery(shopQuery())
  const { title, description, intro, blocks } = page
  const crumbs = [{ label: 'Home', to: paths.home }, { label: title }]
  const hasCounter = blocks.some(({ type }) => type === 'counter')
  const picture = blocks.find((block) => block.type === 'picture')
  return (
    <PageFrame crumbs={crumbs} title={title}>
      <PageHead
        title={title}
        description={description || intro}
        {...(path !== undefined && { path })}
        image={picture ? { src: picture.src, alt: picture.alt } : null}
      />
      {path !== undefined && <BreadcrumbData crumbs={crumbs} />}
      <div
        className={cx(
          'grid grid-cols-1 gap-x-16 gap-y-14',
          hasCounter && 'items-start lg:grid-cols-[minmax(0,1fr)_20rem]',
        )}
      >
        <div className="grid min-w-0 content-start gap-12">
          {intro && <p className="display max-w-text text-title whitespace-pre-line">{intro}</p>}
          {blocks.map((block, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no identity and are never reordered here
            <Fragment key={index}>{showBlock(block)}</Fragment>
          ))}
        </div>
        {hasCounter && <Counter shop={shop} />}
      </div>
    </PageFrame>
  )
}

function showBlock(block: Block): ReactNode {
  switch (block.type) {
    case 'text':
      return (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized by the server on save
        <div className="rich-text styled-text max-w-text" dangerouslySetInnerHTML={{ __html: block.html }} />
      )
    case 'picture':
      return (
        <figure className="grid max-w-text gap-2">
          <img src={block.src} alt={block.alt} className="w-full rounded-card" loading="lazy" />
          {block.caption && <figcaption className="text-note text-muted">{block.caption}</figcaption>}
        </figure>
      )
    case 'steps':
      return <Steps block={block} />
    case 'buttons':
      return (
        <div className="flex flex-wrap gap-3">
          {block.buttons.map(({ label, link }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: buttons have no other identity
            <ButtonLink key={index} kind={index === 0 ? 'primary' : 'secondary'} to={link}>
              {label}
            </ButtonLink>
          ))}
        </div>
      )
    case 'products':
      return (
        block.products.length > 0 && (
          <Part title={block.heading}>
            <ProductGrid products={block.products} />
          </Part>
        )
      )
    case 'questions':
      return (
        block.questions.length > 0 && (
          <Part title={block.heading}>
            <Questions questions={block.questions} />
          </Part>
        )
      )
    case 'contact_form':
      return (
        <Part title={block.heading}>
          <ContactForm />
        </Part>
      )
    // Next to the blocks.
    case 'counter':
      return null
  }
}

function Steps({ block: { heading, numbered, steps } }: { block: BlockOf<'steps'> }) {
  return (
    <Part title={heading}>
      {numbered ? (
        <ol className="border-t border-ink">
          {steps.map(({ title, text }, index) => (
            <li key={title} className="grid grid-cols-[2rem_minmax(0,1fr)] border-b border-hairline py-5">
              <span className="figures text-muted" aria-hidden>
                {index + 1}
              </span>
              <div className="max-w-text">
                <h3 className="text-lead font-[560]">{title}</h3>
                <p className="pt-1 whitespace-pre-line text-muted">{text}</p>
              </div>
            </li>
          ))}
        </ol>
      ) : (
        <dl className="grid gap-x-8 gap-y-5 border-t border-ink pt-5 sm:grid-cols-3 [&_dd]:text-muted [&_dt]:font-[560]">
          {steps.map(({ title, text }) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd className="whitespace-pre-line">{text}</dd>
            </div>
          ))}
        </dl>
      )}
    </Part>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  if (title === '') return <section>{children}</section>
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="display pb-4 text-title">
        {title}
      </h2>
      {children}
    </section>
  )
}

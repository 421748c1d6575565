import { useQuery } from '@tanstack/react-query'
import type { AdminResponse } from '#contract/admin-calls.ts'
import { pagePaths } from '#contract/paths.ts'
import { Picture } from '#web/ui/Picture.tsx'
import { adminQuery } from '../api/query.ts'
import { Section } from '../ui/Section.tsx'
import { StateDot } from '../ui/StateDot.tsx'
import { Empty, Loaded } from '../ui/states.tsx'

type Content = AdminResponse<'managedContent'>

/** Texts of the home page; read-only for now. */
export function ShopTexts() {
  const content = useQuery(adminQuery('managedContent'))
  return (
    <Loaded query={content}>
      {({ slides, popups }) => (
        <div className="grid gap-9">
          <p className="max-w-text text-muted">
            Content of the store’s own pages, other than products and posts. Read-only for now.
          </p>
          <Slides slides={slides} />
          <Popups popups={popups} />
        </div>
      )}
    </Loaded>
  )
}

const Slides = ({ slides }: { slides: Content['slides'] }) => (
  <Section title="Home page slides" actions={<StoreLink to={pagePaths.home}>See the home page</StoreLink>}>
    {slides.length === 0 ? (
      <EmptyBox title="No slides">The home page starts with packages.</EmptyBox>
    ) : (
      <ol className="grid gap-x-6 gap-y-7 pt-4 sm:grid-cols-2 xl:grid-cols-3">
        {slides.map((slide) => (
          <li key={slide.id} className="grid content-start gap-2">
            <Picture
              src={slide.image.src}
              alt={slide.image.alt}
              sizes="(min-width: 1280px) 400px, (min-width: 640px) 50vw, 100vw"
              widths={[640, 1280]}
              ratio={[16, 9]}
              className="aspect-video rounded-card"
            />
            <div>
              <p className="text-small text-muted">{slide.eyebrow}</p>
              <h3 className="font-[560]">{slide.heading}</h3>
              <p>{slide.text}</p>
            </div>
            <Action label={slide.action_label} path={slide.action_path} />
          </li>
        ))}
      </ol>
    )}
  </Section>
)

const Popups = ({ popups }: { popups: Content['popups'] }) => (
  <Section title="Home page pop-ups" note={popups.length > 0 && String(popups.length)}>
    {popups.length === 0 ? (
      <EmptyBox title="No pop-ups">No pop-up appears on the home page.</EmptyBox>
    ) : (
      <ul className="divide-y divide-hairline">
        {popups.map((popup) => (
          <li key={popup.id} className="grid gap-x-8 gap-y-1 py-3 sm:grid-cols-[minmax(0,1fr)_auto]">
            <div className="max-w-text">
              <h3 className="font-[560]">{popup.title}</h3>
              <p>{popup.text}</p>
            </div>
            <div className="sm:text-right">
              <StateDot tone={popup.active ? 'good' : 'idle'}>{popup.active ? 'Shown' : 'Not shown'}</StateDot>
              {popup.action_label !== null && popup.action_path !== null && (
                <Action label={popup.action_label} path={popup.action_path} />
              )}
            </div>
          </li>
        ))}
      </ul>
    )}
  </Section>
)

const StoreLink = ({ to, children }: { to: string; children: string }) => (
  <a href={to} className="text-link tap-target text-small">
    {children}
  </a>
)

/** Label and target of a button, as visitors see them. */
const Action = ({ label, path }: { label: string; path: string }) => (
  <p className="text-small text-muted">
    “{label}” links to{' '}
    <a href={path} className="text-link break-all">
      {path}
    </a>
  </p>
)

const EmptyBox = ({ title, children }: { title: string; children: string }) => (
  <div className="pt-3">
    <Empty title={title}>{children}</Empty>
  </div>
)

import type { ReactNode } from 'react'
import { useRouteError } from 'react-router'
import { failureOf } from '#web/client/failure.ts'
import { paths } from '#web/client/paths.ts'
import { FailedPage } from '#web/page/FailedPage.tsx'
import { PageHead } from '#web/page/PageHead.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { PageFrame } from '#web/ui/PageFrame.tsx'

type DeadLinkPageProps = { title: string; help: ReactNode; next: { label: string; to: string } }

/** Replaces the page of a mailed link that has been used, has expired or was never mailed. */
export function DeadLinkPage({ title, help, next }: DeadLinkPageProps) {
  const { status } = failureOf(useRouteError())
  if (status !== 410) return <FailedPage />
  return (
    <PageFrame crumbs={[{ label: 'Home', to: paths.home }, { label: title }]} title={title}>
      <PageHead title={title} />
      <meta name="referrer" content="no-referrer" />
      <div className="grid max-w-narrow justify-items-start gap-5">
        <Alert tone="danger">This link has been used or is too old.</Alert>
        <p>{help}</p>
        <ButtonLink to={next.to} reloadDocument>
          {next.label}
        </ButtonLink>
      </div>
    </PageFrame>
  )
}

import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { adminPaths } from '#contract/admin-paths.ts'
import { ApiError } from '#web/api/api.ts'
import { loadingTitle } from '#web/page/RouteFocus.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { errorMessage } from '../api/error-messages.ts'
import { Button, ButtonLink } from './Button.tsx'

/** Empty state: explains the list and offers the first step. */
export const Empty = ({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) => (
  <div className="grid justify-items-center gap-2 rounded-card border border-dashed border-hairline px-6 py-14 text-center">
    <p className="display text-lead">{title}</p>
    {children && <div className="max-w-form text-muted">{children}</div>}
    {action && <div className="pt-2">{action}</div>}
  </div>
)

/** Shown to roles without permission, with a link back. */
export const Forbidden = ({ isPart = false }: { isPart?: boolean }) => {
  const Title = isPart ? 'h2' : 'h1'
  return (
    <div className="grid max-w-form justify-items-start gap-3 py-10">
      {!isPart && <title>No access – Back office</title>}
      <Title className="display text-page">You don’t have access to this</Title>
      <p className="text-muted">Your role doesn’t include this page. An owner can change your role under Staff.</p>
      <ButtonLink to={adminPaths.home} kind="primary">
        Back to Today
      </ButtonLink>
    </div>
  )
}

export const NotFound = () => (
  <div className="grid max-w-form justify-items-start gap-3 py-10">
    <title>Page not found – Back office</title>
    <h1 className="display text-page">Page not found</h1>
    <p className="text-muted">The address may be mistyped, or the page no longer exists.</p>
    <ButtonLink to={adminPaths.home} kind="primary">
      Back to Today
    </ButtonLink>
  </div>
)

export const LoadError = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => (
  <Alert tone="danger" className="items-center">
    <span>{errorMessage(error)}</span>
    <Button kind="danger" onClick={onRetry} className="justify-self-start">
      Try again
    </Button>
  </Alert>
)

export const RowsSkeleton = ({ rows = 8 }: { rows?: number }) => (
  <div role="status" aria-label="Loading">
    <SkeletonRows rows={rows} />
  </div>
)

/** Rows only, as part of a larger skeleton. */
export const SkeletonRows = ({ rows }: { rows: number }) => (
  <div className="grid gap-2 py-2">
    {Array.from({ length: rows }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: identical and never reordered
      <Skeleton key={row} className="h-8" />
    ))}
  </div>
)

type LoadedProps<Data> = {
  query: Pick<UseQueryResult<Data>, 'data' | 'error'> & { refetch: () => unknown }
  /** Placeholder while loading. */
  skeleton?: ReactNode
  children: (data: Data) => ReactNode
}

/** A page that consists of one record; its loading and error states have a page title such as `The order`. */
export function LoadedPage<Data>({ label, ...props }: LoadedProps<Data> & { label: string }) {
  const { data, error, refetch } = props.query
  if (data !== undefined) return props.children(data)
  if (error === null)
    return (
      <>
        <title>{loadingTitle(label)}</title>
        <Loaded {...props} />
      </>
    )
  if (error instanceof ApiError && error.status === 403) return <Forbidden />
  if (error instanceof ApiError && error.status === 404) return <NotFound />
  const failureTitle = `${label} could not be loaded`
  return (
    <div className="grid max-w-text gap-4">
      <title>{`${failureTitle} – Back office`}</title>
      <h1 className="display text-page">{failureTitle}</h1>
      <LoadError error={error} onRetry={() => void refetch()} />
    </div>
  )
}

/** Renders the data, the loading state or the error. */
export function Loaded<Data>({ query: { data, error, refetch }, skeleton, children }: LoadedProps<Data>) {
  if (data !== undefined) return children(data)
  if (error === null) return skeleton ?? <RowsSkeleton />
  if (error instanceof ApiError && error.status === 403) return <Forbidden isPart />
  if (error instanceof ApiError && error.status === 404) return <NotFound />
  return <LoadError error={error} onRetry={() => void refetch()} />
}

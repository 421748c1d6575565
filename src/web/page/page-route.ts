import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import {
  createContext,
  data,
  type LoaderFunction,
  type LoaderFunctionArgs,
  type Params,
  type RouteObject,
  redirect,
  redirectDocument,
} from 'react-router'
import { type Failure, toFailure } from '#web/api/failure.ts'
import { queryClientContext } from '#web/api/query.ts'

/**
 * `public`: one page for everyone, in the page cache. `personal`: rendered for this visitor, never cached. `shell`:
 * also one page for everyone, but the browser fills in its content, so no other cache may store it.
 */
export type PageKind = 'public' | 'personal' | 'shell'
export type PageHandle = {
  page: PageKind
  /** Query parameters that the page reads; all others are dropped and do not create separate cache entries. */
  params: readonly string[]
  /** Paths at which the server serves it, if they differ from the route's. */
  servedPaths?: readonly string[]
}

type PageQuery = { queryKey: QueryKey }
type RouteInput = { params: Params; search: URLSearchParams }
export type PageOptions = {
  page: PageKind
  params?: readonly string[]
  servedPaths?: readonly string[]
  reads?: (input: RouteInput) => readonly PageQuery[]
  /** The current URL of a page that was opened by a former one. */
  findCurrentUrl?: (input: RouteInput, client: QueryClient) => string | undefined
  /** Redirect target when the page's subject does not exist; without it, the response is a 404. */
  notFoundRedirect?: string
  /** Sign-in path for guests, who return afterward; without it, guests cannot open a page that reads personal data. */
  signInPath?: string
  /** Replaces the page when it cannot be shown; defaults to the shop's error page. */
  failed?: () => Promise<{ default: ComponentType }>
}

/** Reason of the server's error page; null otherwise. */
export const failureContext = createContext<Failure | null>(null)

/**
 * An entry of a table of pages. Its id is its file without `src/web/` and `.tsx`, by which the server finds its
 * scripts.
 */
export function page(
  id: string,
  path: string,
  load: () => Promise<{ default: ComponentType }>,
  options: PageOptions,
): RouteObject {
  const { page, params = [], servedPaths, reads, failed } = options
  const component = async () => (await load()).default
  return {
    id,
    path,
    lazy: { Component: component, ...(failed && { ErrorBoundary: async () => (await failed()).default }) },
    ...(reads && { loader: createLoader(reads, options) }),
    handle: { page, params, ...(servedPaths && { servedPaths }) } satisfies PageHandle,
  }
}

export function createLoader(
  reads: (input: RouteInput) => readonly PageQuery[],
  {
    notFoundRedirect,
    signInPath,
    findCurrentUrl,
  }: Pick<PageOptions, 'notFoundRedirect' | 'signInPath' | 'findCurrentUrl'> = {},
): LoaderFunction {
  return async ({ context, params, url }) => {
    const client = context.get(queryClientContext)
    try {
      await Promise.all(reads({ params, search: url.searchParams }).map((query) => client.ensureQueryData(query)))
    } catch (error) {
      if (notFoundRedirect !== undefined && toFailure(error).status === 404) throw redirect(notFoundRedirect)
      if (signInPath !== undefined && toFailure(error).status === 401) {
        // A full load, because the current page still assumes a signed-in user.
        throw redirectDocument(`${signInPath}?next=${encodeURIComponent(url.pathname + url.search)}`)
      }
      throw error
    }
    const currentUrl = findCurrentUrl?.({ params, search: url.searchParams }, client)
    if (currentUrl) throw redirect(currentUrl, 301)
    return null
  }
}

/** Loader for unknown URLs and error pages. */
export function throwNotFound({ context }: LoaderFunctionArgs): never {
  const failure = context.get(failureContext) ?? { status: 404 }
  throw data(failure, { status: failure.status })
}

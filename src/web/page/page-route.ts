import type { QueryKey } from '@tanstack/react-query'
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
import { type Failure, failureOf } from '#web/client/failure.ts'
import { queryClientContext } from '#web/client/query.ts'

/**
 * `public`: one page for everyone, in the page cache. `personal`: rendered for this visitor, never cached. `shell`:
 * also one page for everyone, but the browser fills in its content, so no other cache may store it.
 */
export type PageKind = 'public' | 'personal' | 'shell'
export type PageHandle = {
  page: PageKind
  /** The search parameters that the page reads; others neither reach it nor make a page of their own. */
  params: readonly string[]
}

type Read = { queryKey: QueryKey }
type At = { params: Params; search: URLSearchParams }
type PageOptions = {
  page: PageKind
  params?: readonly string[]
  reads?: (at: At) => readonly Read[]
  /** Where the page redirects when its subject does not exist; without it, that is a 404. */
  otherwise?: string
  /** Where guests sign in, to come back to it; without it, a page that reads what is theirs cannot be shown to them. */
  guests?: string
  /** Replaces the page when it cannot be shown; without it, the shop's own words do. */
  failed?: () => Promise<{ default: ComponentType }>
}

/** Why the server failed; set when it renders an error page. */
export const failureContext = createContext<Failure | null>(null)

/** An entry of a table of pages. Its id is its file without `src/web/` and `.tsx`, by which the server finds its scripts. */
export function page(
  id: string,
  path: string,
  load: () => Promise<{ default: ComponentType }>,
  { page, params = [], reads, otherwise, guests, failed }: PageOptions,
): RouteObject {
  const component = async () => (await load()).default
  return {
    id,
    path,
    lazy: { Component: component, ...(failed && { ErrorBoundary: async () => (await failed()).default }) },
    ...(reads && { loader: loaderOf(reads, otherwise, guests) }),
    handle: { page, params } satisfies PageHandle,
  }
}

export function loaderOf(reads: (at: At) => readonly Read[], otherwise?: string, guests?: string): LoaderFunction {
  return async ({ context, params, url }) => {
    const client = context.get(queryClientContext)
    try {
      await Promise.all(reads({ params, search: url.searchParams }).map((read) => client.ensureQueryData(read)))
    } catch (error) {
      if (otherwise !== undefined && failureOf(error).status === 404) throw redirect(otherwise)
      if (guests !== undefined && failureOf(error).status === 401) {
        // As a document: the page that is there still believes that somebody is signed in.
        throw redirectDocument(`${guests}?next=${encodeURIComponent(url.pathname + url.search)}`)
      }
      throw error
    }
    return null
  }
}

/** The loader of URLs that lead nowhere, and of error pages. */
export function nowhere({ context }: LoaderFunctionArgs): never {
  const failure = context.get(failureContext) ?? { status: 404 }
  throw data(failure, { status: failure.status })
}

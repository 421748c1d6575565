import { useLocation, useNavigate } from 'react-router'

type Changes = Record<string, string | undefined>

/** The URL with these parameters changed; undefined and empty ones are removed. */
export function urlWithParams(pathname: string, search: string, changes: Changes): string {
  const params = new URLSearchParams(search)
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === '') params.delete(name)
    else params.set(name, value)
  }
  const text = String(params)
  return text === '' ? pathname : `${pathname}?${text}`
}

/** Keeps the state of the page in its URL, so that links and the Back button work. */
export function usePageUrl() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const params = new URLSearchParams(search)
  return {
    get: (name: string): string | undefined => params.get(name) || undefined,
    /** For links. */
    with: (changes: Changes): string => urlWithParams(pathname, search, changes),
    /** Navigates; typing replaces the history entry, so that one Back leaves the list. */
    change: (changes: Changes, { replace = false } = {}): void => {
      void navigate(urlWithParams(pathname, search, changes), { replace, preventScrollReset: true })
    },
  }
}

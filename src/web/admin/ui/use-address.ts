import { useLocation, useNavigate } from 'react-router'

type Changes = Record<string, string | undefined>

/** The address with these parameters changed; undefined and empty ones are taken out. */
export function changedAddress(pathname: string, search: string, changes: Changes): string {
  const params = new URLSearchParams(search)
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === '') params.delete(name)
    else params.set(name, value)
  }
  const text = String(params)
  return text === '' ? pathname : `${pathname}?${text}`
}

/** The page's state is its address: what is read and changed here can be linked to, and gone back from. */
export function useAddress() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const params = new URLSearchParams(search)
  return {
    get: (name: string): string | undefined => params.get(name) || undefined,
    /** For a link. */
    with: (changes: Changes): string => changedAddress(pathname, search, changes),
    /** Goes there; typing replaces, so that one step back leaves the list. */
    change: (changes: Changes, { replace = false } = {}): void => {
      void navigate(changedAddress(pathname, search, changes), { replace, preventScrollReset: true })
    },
  }
}

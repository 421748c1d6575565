import { usePageUrl } from '../../ui/use-page-url.ts'

/** The dialog that is open is part of the URL (`?do=ship&of=12`): other pages link to it, and going back closes it. */
export function useTask() {
  const url = usePageUrl()
  return {
    task: url.get('do'),
    /** Which payment or parcel. */
    of: Number(url.get('of') ?? 0),
    open: (task: string, of?: number) => url.change({ do: task, of: of === undefined ? undefined : String(of) }),
    close: () => url.change({ do: undefined, of: undefined }, { replace: true }),
  }
}

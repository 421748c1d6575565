import { usePageUrl } from '../../ui/use-page-url.ts'

/** The open dialog is part of the URL (`?do=ship&of=12`): other pages can link to it, and Back closes it. */
export function useTask() {
  const url = usePageUrl()
  return {
    task: url.get('do'),
    /** Id of the payment or parcel. */
    of: Number(url.get('of') ?? 0),
    open: (task: string, of?: number) => url.change({ do: task, of: of === undefined ? undefined : String(of) }),
    close: () => url.change({ do: undefined, of: undefined }, { replace: true }),
  }
}

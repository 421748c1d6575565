import { usePageUrl } from '../../ui/use-page-url.ts'

/** The open dialog is part of the URL (`?do=ship&of=12`): other pages can link to it, and Back closes it. */
export function useTask() {
  const url = usePageUrl()
  return {
    task: url.get('do'),
    /** Id of the payment or shipment. */
    targetId: Number(url.get('of') ?? 0),
    open: (task: string, targetId?: number) =>
      url.change({ do: task, of: targetId === undefined ? undefined : String(targetId) }),
    close: () => url.change({ do: undefined, of: undefined }, { replace: true }),
  }
}

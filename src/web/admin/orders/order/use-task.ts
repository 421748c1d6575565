import { useAddress } from '../../ui/use-address.ts'

/** The dialog that is open is part of the address (`?do=ship&of=12`): other pages link to it, and going back closes it. */
export function useTask() {
  const address = useAddress()
  return {
    task: address.get('do'),
    /** Which payment or parcel. */
    of: Number(address.get('of') ?? 0),
    open: (task: string, of?: number) => address.change({ do: task, of: of === undefined ? undefined : String(of) }),
    close: () => address.change({ do: undefined, of: undefined }, { replace: true }),
  }
}

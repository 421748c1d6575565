import { useState } from 'react'
import { useReorder } from '../ui/use-reorder.ts'

/**
 * Edits a list whose items have no identity: each keeps its key while it is changed and moved, so that its fields keep
 * their state and the focus.
 */
export function useItems<Item extends object>(items: readonly Item[], onChange: (items: Item[]) => void) {
  const [keys] = useState(() => ({ of: new WeakMap<Item, number>(), last: 0 }))
  const keyOf = (item: Item): number => {
    const key = keys.of.get(item) ?? ++keys.last
    keys.of.set(item, key)
    return key
  }
  const reorder = useReorder(items, onChange)
  return {
    ...reorder,
    keyOf,
    add: (...added: Item[]) => onChange([...items, ...added]),
    remove: (item: Item) => onChange(items.filter((other) => other !== item)),
    change(item: Item, changed: Item) {
      keys.of.set(changed, keyOf(item))
      onChange(items.map((other) => (other === item ? changed : other)))
    },
  }
}

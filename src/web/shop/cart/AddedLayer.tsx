import { useMutationState } from '@tanstack/react-query'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import type { Cart } from '#contract/cart/calls.ts'
import type { AddedProduct, AddedProductPanelProps } from './AddedProductPanel.tsx'

/** Records the control that adds before it is disabled, which makes the browser drop its focus. */
export type AddToCartContext = { opener: Element | null }

type PanelModule = { default: ComponentType<AddedProductPanelProps> }

/** Loads the panel, which no page shows at first. Without a connection, only the number on the bag shows the addition. */
export const loadAddedProductPanel = (): Promise<PanelModule> =>
  import('./AddedProductPanel.tsx').catch(() => ({ default: () => null }))
const Panel = lazy(loadAddedProductPanel)

/** Last product added while this page was open. */
function useLastAdded(): AddedProduct | undefined {
  return useMutationState({
    filters: { mutationKey: ['addToCart'], status: 'success' },
    select: ({ state }) => {
      const product = (state.data as Cart).layerProduct
      const { opener = null } = (state.context ?? {}) as Partial<AddToCartContext>
      return product && { ...product, at: state.submittedAt, opener }
    },
  })
    .filter((added) => added !== null)
    .at(-1)
}

/** Confirms below the bag what was added. The live region is always rendered, so that changes are announced. */
export function AddedLayer() {
  const added = useLastAdded()
  const [hiddenAt, setHiddenAt] = useState(0)
  const visible = added && added.at > hiddenAt ? added : undefined
  return (
    <div
      aria-live="polite"
      className="pointer-events-none absolute top-full right-4 mt-2 w-[min(25rem,calc(100vw-2rem))] sm:right-[max(1rem,calc((100vw-75rem)/2))]"
    >
      {visible && (
        <Suspense fallback={null}>
          <Panel key={visible.at} added={visible} onHide={setHiddenAt} />
        </Suspense>
      )}
    </div>
  )
}

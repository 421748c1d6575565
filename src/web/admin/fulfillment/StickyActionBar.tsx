import type { ComponentProps, ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'

/** Action bar within reach of the thumb, always visible. */
export const StickyActionBar = ({ children }: { children: ReactNode }) => (
  <div className="sticky bottom-0 -mx-4 grid gap-2 bg-paper px-4 pt-3 pb-4 sm:mx-0 sm:px-0">{children}</div>
)

/** The next action; focused on mount so that Enter triggers it. */
export const NextButton = (props: ComponentProps<typeof Button>) => (
  <Button {...props} kind="primary" autoFocus className="min-h-16 w-full text-lead!" />
)

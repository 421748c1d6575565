import type { ComponentProps, ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'

/** What a thumb reaches, always in sight. */
export const Foot = ({ children }: { children: ReactNode }) => (
  <div className="sticky bottom-0 -mx-4 grid gap-2 bg-paper px-4 pt-3 pb-4 sm:mx-0 sm:px-0">{children}</div>
)

/** The one thing to do next; it has the focus as soon as it is there, so that Enter does it. */
export const NextButton = (props: ComponentProps<typeof Button>) => (
  <Button {...props} kind="primary" autoFocus className="min-h-16 w-full text-lead!" />
)

import type { ReactNode } from 'react'

/** The value before and the value now. */
export const FromTo = ({ from, to }: { from: ReactNode; to: ReactNode }) => (
  <>
    {from}
    <span aria-hidden="true"> → </span>
    <span className="sr-only"> to </span>
    {to}
  </>
)

import type { ReactNode } from 'react'

/** What was, and what is now. */
export const FromTo = ({ from, to }: { from: ReactNode; to: ReactNode }) => (
  <>
    {from}
    <span aria-hidden="true"> → </span>
    <span className="sr-only"> to </span>
    {to}
  </>
)

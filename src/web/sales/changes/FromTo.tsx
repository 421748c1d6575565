import type { ReactNode } from 'react'

/** Previous and current value. */
export const FromTo = ({ from, to }: { from: ReactNode; to: ReactNode }) => (
  <>
    {from}
    <span aria-hidden="true"> → </span>
    <span className="sr-only"> to </span>
    {to}
  </>
)

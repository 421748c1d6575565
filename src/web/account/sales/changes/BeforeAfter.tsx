import type { ReactNode } from 'react'

/** Previous and current value. */
export const BeforeAfter = ({ from, to }: { from: ReactNode; to: ReactNode }) => (
  <>
    {from}
    <span aria-hidden="true"> → </span>
    <span className="sr-only"> to </span>
    {to}
  </>
)

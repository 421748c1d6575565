import type { ReactNode } from 'react'

/** Sum of the lines above. */
export const Result = ({ label, children }: { label: ReactNode; children: ReactNode }) => (
  <p className="figures flex items-baseline justify-between gap-6 border-t border-ink pt-3 text-lead font-[580]">
    <span>{label}</span>
    <span className="text-right">{children}</span>
  </p>
)

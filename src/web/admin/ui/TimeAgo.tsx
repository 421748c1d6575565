import { useEffect, useState } from 'react'
import { cx } from '#web/ui/cx.ts'
import { ageOf } from './relative-time.ts'

const exact = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'America/New_York',
})
export const momentOf = (instant: string): string => exact.format(new Date(instant))

/** Relative time; shows the instant in the shop's time zone on hover and in print. */
export function Ago({ at, className }: { at: string; className?: string }) {
  const now = useMinute()
  const moment = momentOf(at)
  return (
    <time
      dateTime={at}
      title={`${moment} Eastern time`}
      data-moment={moment}
      className={cx(
        'whitespace-nowrap print:text-[0px] print:after:text-small print:after:content-[attr(data-moment)]',
        className,
      )}
    >
      {ageOf(at, now)}
    </time>
  )
}

function useMinute(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

import { useEffect, useState } from 'react'
import { cx } from '#web/ui/cx.ts'
import { formatRelativeTime } from './relative-time.ts'

const dateTimeFormat = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'America/New_York',
})
export const formatDateTime = (instant: string): string => dateTimeFormat.format(new Date(instant))

/** Relative time; shows the instant in the shop's time zone on hover and in print. */
export function TimeAgo({ at, className }: { at: string; className?: string }) {
  const now = useCurrentTime()
  const dateTime = formatDateTime(at)
  return (
    <time
      dateTime={at}
      title={`${dateTime} Eastern time`}
      data-moment={dateTime}
      className={cx(
        'whitespace-nowrap print:text-[0px] print:after:text-small print:after:content-[attr(data-moment)]',
        className,
      )}
    >
      {formatRelativeTime(at, now)}
    </time>
  )
}

function useCurrentTime(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

import Check from 'lucide-react/icons/check'
import { paths } from '#web/api/paths.ts'
import { cx } from '#web/ui/cx.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { STEPS, type Step, stepNames } from './steps.ts'

/** Progress through the steps; completed ones are links. Styled like the slider of the home page. */
export function StepBar({ step }: { step: Step }) {
  const currentIndex = STEPS.indexOf(step)
  return (
    <nav aria-label="Steps" className="w-full max-lg:mt-3 lg:w-120">
      <ol className="grid grid-cols-3 gap-3 sm:gap-4">
        {STEPS.map((name, i) => (
          <li
            key={name}
            aria-current={i === currentIndex ? 'step' : undefined}
            className={cx(
              'flex min-h-11 items-start gap-1.5 border-t-2 pt-2.5 text-note sm:gap-2',
              i <= currentIndex ? 'border-ink' : 'border-hairline text-muted',
            )}
          >
            <span className="figures grid h-[1lh] w-4 place-items-center" aria-hidden="true">
              {i < currentIndex ? <Check size={15} strokeWidth={2.5} /> : i + 1}
            </span>
            {i < currentIndex ? (
              <PageLink to={paths[name]} className="tap-target text-link">
                {stepNames[name]}
                <span className="sr-only">, done</span>
              </PageLink>
            ) : (
              <span className={i === currentIndex ? 'font-[580]' : ''}>{stepNames[name]}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

import { type Run, runWords } from './month-words.ts'

/** How far a preview or a close is. It goes on when this page is closed, and after the server was started again. */
export function RunProgress({ run }: { run: Run }) {
  const words = runWords(run)
  return (
    <div role="status" className="grid max-w-form gap-2 rounded-card border border-hairline bg-raised p-5">
      <p className="font-[560]">
        {run.kind === 'preview' ? 'The month is being computed' : 'The month is being closed'}
      </p>
      <progress
        aria-label={words}
        {...(run.stage === null ? {} : { value: run.percent, max: 100 })}
        className="h-2 w-full accent-accent"
      />
      <p className="text-small text-muted">{words} … You can leave this page meanwhile.</p>
    </div>
  )
}

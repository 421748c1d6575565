import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { monthName } from '#contract/compensation/month-labels.ts'
import type { Statement } from '#contract/compensation/statement.ts'
import { checkStatement } from '#domain/compensation/statement/check-statement.ts'
import type { StatementCheck } from '#domain/compensation/statement/statement-check.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FileDrop } from '#web/ui/FileDrop.tsx'
import { SectionHead } from '../SectionHead.tsx'
import { CheckResult } from './CheckResult.tsx'
import { compareWithStored, type StatementMatch } from './compare-with-stored.ts'
import { MAX_STATEMENT_BYTES, readStatement } from './read-statement.ts'

/** `match` is set only for files. */
type Outcome = { statement: Statement; checks: StatementCheck[]; match?: StatementMatch }

/** Recomputes the statement, or one saved as a file, in the browser with the same rules that created it. */
export function CheckStatement({ statement }: { statement: Statement | undefined }) {
  const id = useId()
  const client = useQueryClient()
  const [files, setFiles] = useState<File[]>([])
  const [error, setError] = useState<string>()
  const [outcome, setOutcome] = useState<Outcome>()

  async function checkFile(selected: File[]) {
    setFiles(selected)
    setOutcome(undefined)
    setError(undefined)
    const [file] = selected
    if (!file) return
    const text = await file.text().catch(() => undefined)
    if (text === undefined) return setError(`${file.name} couldn’t be read. Please choose it again.`)
    const result = readStatement(text)
    if (!result.ok) return setError(result.refusal.message)
    const match = await compareWithStored(client, result.statement, statement)
    setOutcome({ statement: result.statement, checks: checkStatement(result.statement), match })
  }

  function checkDisplayed(displayed: Statement) {
    setFiles([])
    setError(undefined)
    setOutcome({ statement: displayed, checks: checkStatement(displayed) })
  }

  return (
    <section aria-labelledby={id} className="print:hidden">
      <SectionHead id={id} title="Check this statement" />
      <p className="max-w-[42rem] text-muted">
        Your browser can recalculate every figure from the orders and lines in this statement, using the plan’s rules,
        and check that they match.
      </p>
      <div className="mt-5 grid gap-x-8 gap-y-6 sm:grid-cols-2 sm:items-end">
        {statement && (
          <Button className="justify-self-start" onClick={() => checkDisplayed(statement)}>
            Check all figures
          </Button>
        )}
        <FileDrop
          label="Check a saved file"
          accept={['.json', 'application/json']}
          maxBytes={MAX_STATEMENT_BYTES}
          files={files}
          onFiles={checkFile}
          error={error}
        />
      </div>
      {outcome && <CheckSummary outcome={outcome} />}
    </section>
  )
}

function CheckSummary({ outcome: { statement, checks, match } }: { outcome: Outcome }) {
  const alert = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: every check moves the focus to its result
  useEffect(() => alert.current?.focus(), [checks])
  const differing = checks.filter(({ agrees }) => !agrees).length
  return (
    <div className="mt-8 grid grid-cols-1 gap-6">
      <Alert ref={alert} tone={differing === 0 ? 'success' : 'danger'}>
        {match && (
          <p>
            {monthName(statement.month)} of {statement.member.name}
          </p>
        )}
        <p>
          {differing === 0
            ? `All ${checks.length} figures match.`
            : `${differing} of ${checks.length} figures don’t match.`}
        </p>
        {match && <p>{matchLabels[match]}</p>}
      </Alert>
      <CheckResult statement={statement} checks={checks} />
    </div>
  )
}

const matchLabels: Record<StatementMatch, string> = {
  same: 'It matches the statement we have on file for this month.',
  different: 'It differs from the statement we have on file for this month.',
  unknown: 'It isn’t one of your statements, so we didn’t compare it with ours.',
}

/**
 * Attributes of a span. They leave the shop, so they contain names of routes, statements, jobs and status codes, but no
 * personal data (docs/decisions/0070).
 */
export type Attributes = Record<string, string | number | boolean>

type StepKind = 'server' | 'internal' | 'client' | 'consumer'

/** A span. Attributes set after its end are ignored. */
export type Step = {
  set(attributes: Attributes): void
  /** Only the first call counts. */
  end(): void
  /** Ends it as failed, with the error's code or kind; its message may quote user input. */
  fail(error: unknown): void
}

export type Tracing = {
  /** Begins a child span of the current one, or of the one that the traceparent names. */
  begin(step: { kind: StepKind; name: string; attributes: Attributes; traceparent?: string | null }): Step
  /** Runs `work` within the span. */
  within<Value>(step: Step, work: () => Value): Value
  /** Reports whether there is a current span that is being recorded. */
  isRecording(): boolean
  /** Returns the current span in W3C's notation, for work that continues later or elsewhere. */
  traceparent(): string | undefined
  /** Delivers ended spans, without delaying the end of the process for long. */
  close(): Promise<void>
}

/** Runs `work` as a span, if tracing is enabled. */
export async function withSpan<Value>(
  tracing: Tracing | undefined,
  description: Parameters<Tracing['begin']>[0],
  work: () => Promise<Value>,
): Promise<Value> {
  if (!tracing) return work()
  const step = tracing.begin(description)
  try {
    return await tracing.within(step, work)
  } catch (error) {
    step.fail(error)
    throw error
  } finally {
    step.end()
  }
}

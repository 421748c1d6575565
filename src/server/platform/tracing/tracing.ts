/**
 * What is said of a step. It leaves the shop: names of routes, statements, jobs and status codes, and nothing that
 * belongs to a person (docs/decisions/0077).
 */
export type Attributes = Record<string, string | number | boolean>

type StepKind = 'server' | 'internal' | 'client' | 'consumer'

/** A span: something that began and ends. What happens after its end has no part in it. */
export type Step = {
  set(attributes: Attributes): void
  /** Only the first call counts. */
  end(): void
  /** Ends it as failed, by the fault's code or kind; its message may quote what people typed. */
  fail(fault: unknown): void
}

export type Tracing = {
  /** Begins a step of what is under way, or of what the traceparent names. */
  begin(step: { kind: StepKind; name: string; attributes: Attributes; traceparent?: string | null }): Step
  /** What `work` does is part of the step. */
  within<Value>(step: Step, work: () => Value): Value
  /** Whether a step is under way whose parts are recorded. */
  isRecording(): boolean
  /** What is under way in W3C's notation, for work that is done later and elsewhere. */
  traceparent(): string | undefined
  /** Delivers what has ended, as long as that does not hold up the end of the process. */
  close(): Promise<void>
}

/** Does `work` as a step, if there are any. */
export async function asStep<Value>(
  tracing: Tracing | undefined,
  described: Parameters<Tracing['begin']>[0],
  work: () => Promise<Value>,
): Promise<Value> {
  if (!tracing) return work()
  const step = tracing.begin(described)
  try {
    return await tracing.within(step, work)
  } catch (fault) {
    step.fail(fault)
    throw fault
  } finally {
    step.end()
  }
}

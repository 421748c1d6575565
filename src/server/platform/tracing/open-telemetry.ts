import { setTimeout as pause } from 'node:timers/promises'
import {
  type Context,
  DiagLogLevel,
  diag,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { parseTraceParent } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Role, TracingConfig } from '../config.ts'
import type { Step, Tracing } from './tracing.ts'

const KINDS = {
  server: SpanKind.SERVER,
  internal: SpanKind.INTERNAL,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
} as const
/** A collector that does not respond must not use up the ten seconds in which the shop stops. */
const SHUTDOWN_TIMEOUT_MS = 1_500
/** Longer text is truncated: the longest statements end with lists of columns. */
const MAX_VALUE_LENGTH = 4_096
/** Interval of the warning while spans cannot be delivered. */
const WARNING_INTERVAL_MS = 5 * 60_000

/**
 * Traces with OpenTelemetry's packages, delivered by OTLP over HTTP. The exporter itself reads OTEL_EXPORTER_OTLP_*.
 * Sets nothing globally: modules that trace receive the tracer, like every service here.
 */
export function startTracing(config: TracingConfig, role: Role | undefined, warn: (message: string) => void): Tracing {
  diag.setLogger(createLogger(warn), { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true })
  const contexts = new AsyncLocalStorageContextManager()
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': config.serviceName, 'salonfront.role': role ?? 'all' }))
      .merge(detectResources({ detectors: [resourceAttributesEnvDetector] })),
    sampler: createSampler(config),
    spanLimits: { attributeValueLengthLimit: MAX_VALUE_LENGTH },
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  })
  const tracer = provider.getTracer('salonfront')
  const spans = new WeakMap<Step, Span>()
  const active = () => trace.getSpan(contexts.active())
  return {
    begin({ kind, name, attributes, traceparent }) {
      const span = tracer.startSpan(name, { kind: KINDS[kind], attributes }, resolveParent(contexts, traceparent))
      const step = toStep(span)
      spans.set(step, span)
      return step
    },
    within(step, work) {
      const span = spans.get(step)
      return span ? contexts.with(trace.setSpan(contexts.active(), span), work) : work()
    },
    isRecording: () => active()?.isRecording() === true,
    traceparent() {
      const span = active()?.spanContext()
      return span && `00-${span.traceId}-${span.spanId}-0${span.traceFlags & 1}`
    },
    async close() {
      const delivered = provider.shutdown().catch((error: unknown) => warn(`spans were not delivered: ${error}`))
      await Promise.race([delivered, pause(SHUTDOWN_TIMEOUT_MS, undefined, { ref: false })])
      diag.disable()
    },
  }
}

/** An ended span accepts no children: later work begins a new trace. */
function resolveParent(contexts: AsyncLocalStorageContextManager, traceparent: string | null | undefined): Context {
  if (traceparent) {
    const remote = parseTraceParent(traceparent)
    return remote ? trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true }) : ROOT_CONTEXT
  }
  return contexts.active()
}

function toStep(span: Span): Step {
  return {
    set: (attributes) => void span.setAttributes(attributes),
    end() {
      if (span.isRecording()) span.end()
    },
    fail(error) {
      if (!span.isRecording()) return
      span
        .setStatus({ code: SpanStatusCode.ERROR })
        .setAttributes({ 'error.type': classifyError(error) })
        .end()
    },
  }
}

/** Returns the SQLSTATE, Node's error code, or the error's class. */
function classifyError(error: unknown): string {
  const { code } = Object(error) as { code?: unknown }
  if (typeof code === 'string' && /^[A-Z0-9_]{1,60}$/.test(code)) return code
  return error instanceof Error ? error.constructor.name : typeof error
}

function createSampler({ sampler, ratio }: TracingConfig): Sampler {
  const root = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(ratio),
  }[sampler.replace('parentbased_', '') as 'always_on' | 'always_off' | 'traceidratio']()
  return sampler.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root
}

/** Limits repeated warnings: an unreachable collector fails for every batch. */
function createLogger(warn: (message: string) => void) {
  let quietUntil = 0
  const log = (message: string) => {
    if (performance.now() < quietUntil) return
    quietUntil = performance.now() + WARNING_INTERVAL_MS
    warn(`traces: ${message}`)
  }
  const nothing = () => {}
  return { error: log, warn: log, info: nothing, debug: nothing, verbose: nothing }
}

import { keepPreviousData, type UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ApiError } from '#web/api/api.ts'
import { csrfToken } from '#web/api/personal.ts'
import type { ReadKey } from '#web/api/query.ts'
import { errorMessage } from '../api/error-messages.ts'
import { Button } from './Button.tsx'
import { Section } from './Section.tsx'

type PreviewText = { subject: string; text: string }
type MailPreviewProps = {
  title?: string
  /** Data and error are both undefined while the preview loads. */
  preview: Pick<UseQueryResult<PreviewText>, 'data' | 'error' | 'isPlaceholderData'>
  /** Input of the preview as JSON, which the form posts into the frame. */
  inputJson: string
  /** URL of the call that returns the HTML page. */
  action: string
  /** Content above the preview. */
  children?: ReactNode
  note: ReactNode
}

const FRAME = 'mail-preview'

/** Preview of an email: the HTML in a frame, or the plain text. */
export function MailPreview({ title = 'Preview', preview, inputJson, action, children, note }: MailPreviewProps) {
  const [format, setFormat] = useState<'html' | 'text'>('html')
  const form = useRef<HTMLFormElement>(null)
  const loadedInput = preview.data && !preview.isPlaceholderData && !preview.error ? inputJson : undefined
  // Posts a form into the frame: unlike `srcdoc`, the response has its own Content-Security-Policy, which allows the
  // email's styles.
  useEffect(() => {
    if (loadedInput !== undefined && format === 'html') form.current?.submit()
  }, [loadedInput, format])
  const fields = Object.entries(JSON.parse(inputJson) as Record<string, string | number>)
  return (
    <Section
      title={title}
      actions={
        <>
          <Button
            kind="quiet"
            className="aria-pressed:bg-sunken"
            aria-pressed={format === 'html'}
            onClick={() => setFormat('html')}
          >
            As a page
          </Button>
          <Button
            kind="quiet"
            className="aria-pressed:bg-sunken"
            aria-pressed={format === 'text'}
            onClick={() => setFormat('text')}
          >
            As text
          </Button>
        </>
      }
    >
      <div className="grid gap-3 pt-3">
        {children}
        <div aria-live="polite" className="min-h-12">
          {preview.error ? (
            <p className="font-[520] text-danger">{errorMessage(preview.error)}</p>
          ) : (
            preview.data && (
              <>
                <p className="font-[560] break-words">{preview.data.subject}</p>
                <p className="text-small text-muted">{note}</p>
              </>
            )
          )}
        </div>
        <form ref={form} hidden method="post" action={action} target={FRAME}>
          <input type="hidden" name="_csrf" value={csrfToken()} />
          {fields.map(([name, value]) => (
            <textarea key={name} name={name} value={value} readOnly />
          ))}
        </form>
        {format === 'html' ? (
          <iframe
            name={FRAME}
            title="The email as its recipient sees it"
            sandbox=""
            className="h-[calc(100dvh-14rem)] min-h-96 w-full rounded-card border border-hairline bg-white"
          />
        ) : (
          <pre className="max-h-[calc(100dvh-14rem)] overflow-auto rounded-card border border-hairline bg-raised p-4 text-small whitespace-pre-wrap">
            {preview.data?.text}
          </pre>
        )}
      </div>
    </Section>
  )
}

/** Keeps the current preview until the next one arrives. */
export const previewQueryOptions = {
  placeholderData: keepPreviousData,
  retry: (failures: number, error: Error) => failures < 2 && !(error instanceof ApiError && error.status < 500),
}
export const previewKey = (name: string, inputJson: string) => ['preview', name, inputJson] as unknown as ReadKey

/** Delay after the last key press before the preview updates. */
const DEBOUNCE_MS = 400

/** Debounces a value. */
export function useDebounced(value: string): string {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return debounced
}

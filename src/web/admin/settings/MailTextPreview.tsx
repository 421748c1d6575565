import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { adminCallPath } from '#contract/admin-paths.ts'
import { fillPath } from '#contract/paths.ts'
import { csrfToken } from '#web/client/personal.ts'
import type { ReadKey } from '#web/client/query.ts'
import { AdminError, adminPost } from '../client/api.ts'
import { sentenceOf } from '../client/sentence-of.ts'
import { Button } from '../ui/Button.tsx'
import { TextField } from '../ui/fields.tsx'
import { Section } from '../ui/Section.tsx'
import type { MailText, Texts } from './mail-text-words.ts'

/** After the last key; until then the preview shows what was written before. */
const PAUSE_MS = 400
const FRAME = 'mail-text-preview'

/** How the mail looks by the text as it is written, of a real order where there is one. */
export function MailTextPreview({ stored: { mail, takes_order }, written }: { stored: MailText; written: Texts }) {
  const [order, setOrder] = useState('')
  const [look, setLook] = useState<'html' | 'text'>('html')
  const asked = useSettled(JSON.stringify({ ...written, ...(/^\d+$/.test(order) && { order_id: Number(order) }) }))
  const preview = useQuery({
    queryKey: ['previewMailText', { params: { mail }, asked }] as unknown as ReadKey,
    queryFn: () => adminPost('previewMailText', { params: { mail }, body: JSON.parse(asked) }),
    placeholderData: keepPreviousData,
    retry: (failures, error) => failures < 2 && !(error instanceof AdminError && error.status < 500),
  })
  const form = useRef<HTMLFormElement>(null)
  const shown = preview.data && !preview.isPlaceholderData && !preview.error ? asked : undefined
  // A form into a frame: unlike a frame with a text of its own it has its own policy, by which the mail's styles count.
  useEffect(() => {
    if (shown !== undefined && look === 'html') form.current?.submit()
  }, [shown, look])
  const fields = Object.entries(JSON.parse(asked) as Record<string, string | number>)
  return (
    <Section
      title="Preview"
      actions={
        <>
          <Button
            kind="quiet"
            className="aria-pressed:bg-sunken"
            aria-pressed={look === 'html'}
            onClick={() => setLook('html')}
          >
            As a page
          </Button>
          <Button
            kind="quiet"
            className="aria-pressed:bg-sunken"
            aria-pressed={look === 'text'}
            onClick={() => setLook('text')}
          >
            As text
          </Button>
        </>
      }
    >
      <div className="grid gap-3 pt-3">
        {takes_order && (
          <TextField
            label="Of order"
            inputMode="numeric"
            value={order}
            placeholder={preview.data?.order_id ? String(preview.data.order_id) : 'the latest'}
            onChange={({ target }) => setOrder(target.value.trim())}
            className="max-w-narrow"
          />
        )}
        <div aria-live="polite" className="min-h-12">
          {preview.error ? (
            <p className="font-[520] text-danger">{sentenceOf(preview.error)}</p>
          ) : (
            preview.data && (
              <>
                <p className="font-[560] break-words">{preview.data.subject}</p>
                <p className="text-small text-muted">
                  {preview.data.order_id === null ? 'With a made-up example.' : `With order ${preview.data.order_id}.`}{' '}
                  No link in it works.
                </p>
              </>
            )
          )}
        </div>
        <form
          ref={form}
          hidden
          method="post"
          action={fillPath(adminCallPath('previewMailTextPage'), { mail })}
          target={FRAME}
        >
          <input type="hidden" name="_csrf" value={csrfToken()} />
          {fields.map(([name, value]) => (
            <textarea key={name} name={name} value={value} readOnly />
          ))}
        </form>
        {look === 'html' ? (
          <iframe
            name={FRAME}
            title="The mail as its recipient sees it"
            sandbox=""
            className="h-[60dvh] w-full rounded-card border border-hairline bg-white"
          />
        ) : (
          <pre className="max-h-[60dvh] overflow-auto rounded-card border border-hairline bg-raised p-4 text-small whitespace-pre-wrap">
            {preview.data?.text}
          </pre>
        )}
      </div>
    </Section>
  )
}

/** A value once it has stayed the same for a moment. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

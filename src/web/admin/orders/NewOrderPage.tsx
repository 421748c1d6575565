import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useHotkeys } from 'react-hotkeys-hook'
import { ApiError } from '#web/api/api.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { errorMessage, fieldErrors } from '../api/error-messages.ts'
import { useHasPermission } from '../api/session.tsx'
import { Button } from '../ui/Button.tsx'
import { FieldErrors } from '../ui/FieldErrors.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Forbidden } from '../ui/states.tsx'
import { CustomerSection } from './new/CustomerSection.tsx'
import { DeliverySection } from './new/DeliverySection.tsx'
import { type Draft, emptyDraft, findMissingFields, isEmpty } from './new/draft.ts'
import { PaymentSection } from './new/PaymentSection.tsx'
import { ProductsSection } from './new/ProductsSection.tsx'
import { QuotePanel } from './new/QuotePanel.tsx'
import { loadDraft, saveDraft } from './new/stored-draft.ts'
import { usePlaceOrder } from './new/use-place-order.ts'
import { useQuote } from './new/use-quote.ts'

const UNFINISHED_NOTE_ID = 'unfinished-order'

export default function NewOrderPage() {
  return useHasPermission('orders.change') ? <NewOrder /> : <Forbidden />
}

/** Enters an order by phone or at the counter, usable without a mouse (docs/back-office §3, Staff orders). */
function NewOrder() {
  const [draft, setDraft] = useState<Draft>(() => loadDraft().draft)
  /** An unfinished draft was restored: blocks placing until someone chooses to continue. */
  const [isUnfinished, setUnfinished] = useState(() => !isEmpty(draft))
  const unfinishedAlert = useRef<HTMLDivElement>(null)
  const [missingErrors, setMissingErrors] = useState<Record<string, string>>({})
  const productBox = useRef<HTMLInputElement>(null)
  const { quote, error, isCurrent } = useQuote(draft)
  const placeOrder = usePlaceOrder()
  const refusal = placeOrder.error ? submitErrorMessage(placeOrder.error) : undefined
  /**
   * Submitted before the total of the last edit arrived: waits for it, and places the order only if the total
   * equals the one shown.
   */
  const [pendingSubmit, setPendingSubmit] = useState<{ total: number | undefined }>()
  const [note, setNote] = useState<string>()
  const { mutate } = placeOrder
  useEffect(() => {
    if (!pendingSubmit || !quote || !isCurrent) return
    setPendingSubmit(undefined)
    if (pendingSubmit.total === quote.order_total) mutate({ draft, quote })
    else setNote('The total just updated. Check it, then place the order.')
  }, [pendingSubmit, quote, isCurrent, draft, mutate])
  const alert = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (refusal) alert.current?.focus()
  }, [refusal])

  function change(next: Draft) {
    setDraft(next)
    setUnfinished(false)
    setMissingErrors({})
    setPendingSubmit(undefined)
    setNote(undefined)
    saveDraft({ draft: next, attempt: loadDraft().attempt })
  }
  function submit() {
    if (placeOrder.isPending) return
    if (isUnfinished) {
      unfinishedAlert.current?.focus()
      return
    }
    const errors = findMissingFields(draft)
    setMissingErrors(errors)
    if (Object.keys(errors).length > 0) {
      // Focuses the first invalid field in page order.
      setTimeout(() => document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
    } else if (quote && isCurrent) placeOrder.mutate({ draft, quote })
    else setPendingSubmit({ total: quote?.order_total })
  }
  useHotkeys('mod+enter', submit, { enableOnFormTags: true, preventDefault: true }, [
    draft,
    quote,
    isCurrent,
    placeOrder.isPending,
    isUnfinished,
  ])
  function startOver() {
    change(emptyDraft)
    placeOrder.reset()
  }

  return (
    <>
      <PageHeader
        title="New order"
        actions={
          !isEmpty(draft) &&
          !isUnfinished && (
            <Button kind="quiet" onClick={startOver}>
              Start over
            </Button>
          )
        }
      />
      {isUnfinished && (
        <Alert tone="note" ref={unfinishedAlert} className="mb-5 items-center">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <span>You left this order unfinished.</span>
            <span className="flex flex-wrap gap-2">
              <Button onClick={() => setUnfinished(false)}>Continue</Button>
              <Button kind="quiet" onClick={startOver}>
                Start over
              </Button>
            </span>
          </div>
        </Alert>
      )}
      <FieldErrors value={{ ...(placeOrder.error ? fieldErrors(placeOrder.error) : {}), ...missingErrors }}>
        <div className="grid grid-cols-1 gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
          <div className="grid content-start">
            <Section title="Customer">
              <CustomerSection draft={draft} onChange={change} onSelected={() => productBox.current?.focus()} />
            </Section>
            <Section title="Products">
              <ProductsSection
                draft={draft}
                onChange={change}
                quote={isCurrent ? quote : undefined}
                inputRef={productBox}
              />
            </Section>
            <Section title="Delivery">
              <DeliverySection draft={draft} onChange={change} quote={quote} />
            </Section>
            <Section title="Payment">
              <PaymentSection draft={draft} onChange={change} />
            </Section>
          </div>
          <aside aria-label="Order total" className="lg:sticky lg:top-7 lg:self-start">
            <div className="grid gap-5 rounded-card border border-hairline bg-raised p-5">
              {refusal && (
                <Alert tone="danger" ref={alert}>
                  {refusal}
                </Alert>
              )}
              {note && (
                <p role="status" className="text-warning">
                  {note}
                </p>
              )}
              <QuotePanel draft={draft} quote={quote} error={error} isCurrent={isCurrent} />
              <Button
                kind="primary"
                busy={placeOrder.isPending || pendingSubmit !== undefined}
                disabled={isUnfinished}
                aria-describedby={isUnfinished ? UNFINISHED_NOTE_ID : undefined}
                onClick={submit}
              >
                Place order
              </Button>
              {isUnfinished && (
                <p id={UNFINISHED_NOTE_ID} className="text-small text-muted">
                  Choose Continue or Start over first.
                </p>
              )}
              <p className="text-center text-small text-balance text-muted max-lg:hidden">
                <kbd>Ctrl Enter</kbd> places the order from anywhere on this page.
              </p>
            </div>
          </aside>
        </div>
      </FieldErrors>
    </>
  )
}

/** Without a response it is unknown whether the order was placed; the idempotency key prevents a second one. */
const submitErrorMessage = (error: Error): string | undefined =>
  error instanceof ApiError
    ? errorMessage(error)
    : 'The store didn’t respond. Place the order again unchanged; it won’t be placed twice.'

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-8 gap-y-3 border-t border-hairline py-5 first:border-0 first:pt-1 sm:grid-cols-[7rem_minmax(0,1fr)]"
    >
      <h2 id={id} className="display text-lead">
        {title}
      </h2>
      <div className="min-w-0">{children}</div>
    </section>
  )
}

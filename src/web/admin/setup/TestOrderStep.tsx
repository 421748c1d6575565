import { formatDollars } from '#domain/money/money.ts'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { Button } from '../ui/Button.tsx'
import { Section } from '../ui/Section.tsx'

/** Places an order that leaves nothing behind, and shows its receipt and email. */
export function TestOrderStep() {
  const testOrder = useAdminMutation('placeTestOrder')
  const { data } = testOrder
  return (
    <div className="grid max-w-form grid-cols-1 gap-6">
      <p>
        This orders your first product, pays it and hands it over, as for a customer. Then everything is taken back: no
        order number, stock, figure or email stays.
      </p>
      <Button
        kind={data ? 'secondary' : 'primary'}
        className="justify-self-start"
        busy={testOrder.isPending}
        onClick={() => testOrder.mutate({ body: {} })}
      >
        {data ? 'Place another test order' : 'Place a test order'}
      </Button>
      {data && (
        <>
          <Section title="It worked">
            <dl className="grid gap-1 pt-3">
              {data.order.products.map(({ name, quantity, total_price }) => (
                <Amount key={name} label={`${quantity} × ${name}`} dollars={total_price} />
              ))}
              {data.order.type === 'D' && (
                <Amount label={data.order.shipping_description} dollars={data.order.shipping_price} />
              )}
              {data.order.insurance > 0 && <Amount label="Insurance" dollars={data.order.insurance} />}
              <Amount label="Tax" dollars={data.order.tax} />
              <Amount label="Total" dollars={data.order.order_total} isTotal />
            </dl>
            <p className="pt-3 text-muted">
              {data.order.type === 'D' ? 'Paid and shipped.' : 'Paid and picked up.'}{' '}
              {data.stock.before !== null &&
                `Stock went from ${data.stock.before} to ${data.stock.after}, and is back.`}
            </p>
          </Section>
          <Section title="The customer’s email">
            <p className="pt-3 font-[560]">{data.mail.subject}</p>
            <p className="pt-2 whitespace-pre-line wrap-anywhere text-muted">{data.mail.text}</p>
          </Section>
        </>
      )}
    </div>
  )
}

function Amount({ label, dollars, isTotal = false }: { label: string; dollars: number; isTotal?: boolean }) {
  return (
    <div className={isTotal ? 'flex justify-between gap-4 font-[560]' : 'flex justify-between gap-4'}>
      <dt className="min-w-0 wrap-anywhere">{label}</dt>
      <dd className="figures">{formatDollars(dollars)}</dd>
    </div>
  )
}

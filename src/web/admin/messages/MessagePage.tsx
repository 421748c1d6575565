import { useState } from 'react'
import { useParams } from 'react-router'
import { adminPaths } from '#contract/admin-paths.ts'
import type { Message, MessageState } from '#contract/messages/admin-calls.ts'
import { fillPath } from '#contract/paths.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { useAdminQuery } from '../api/query.ts'
import { useHasPermission } from '../api/session.tsx'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { OrderTable } from '../customers/OrderTable.tsx'
import { Button } from '../ui/Button.tsx'
import { Detail } from '../ui/Detail.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Section } from '../ui/Section.tsx'
import { StateDot } from '../ui/StateDot.tsx'
import { Empty, LoadedPage } from '../ui/states.tsx'
import { formatDateTime } from '../ui/TimeAgo.tsx'
import { AnswerDialog } from './AnswerDialog.tsx'
import { messageStateLabels } from './message-labels.ts'

/** A message with its answers, next to the orders of its sender. */
export default function MessagePage() {
  const { message_id = '' } = useParams()
  const message = useAdminQuery('message', { params: { message_id: Number(message_id) } })
  return (
    <LoadedPage query={message} label="The message">
      {(data) => <MessageView key={data.id} message={data} />}
    </LoadedPage>
  )
}

function MessageView({ message }: { message: Message }) {
  const { subject, name, created_at, message: text, answers } = message
  return (
    <>
      <PageLink to={adminPaths.messages} className="text-link text-small">
        Messages
      </PageLink>
      <PageHeader title={subject} part="Message" actions={<Actions message={message} />} />
      <div className="grid items-start gap-x-12 gap-y-9 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
        <div className="grid gap-4">
          <Entry by={name} at={created_at} text={text} />
          {answers.map((answer) => (
            <Entry key={answer.id} by={`Answer by ${answer.sent_by}`} at={answer.sent_at} text={answer.text} isOurs />
          ))}
        </div>
        <div className="grid gap-9">
          <Sender message={message} />
          <Orders message={message} />
        </div>
      </div>
    </>
  )
}

const Entry = ({ by, at, text, isOurs = false }: { by: string; at: string; text: string; isOurs?: boolean }) => (
  <article className={isOurs ? 'rounded-card bg-sunken p-4 sm:ml-8' : 'rounded-card border border-hairline p-4'}>
    <p className="flex flex-wrap justify-between gap-x-4 pb-2 text-small text-muted">
      <span className="min-w-0 wrap-anywhere">{by}</span>
      <time dateTime={at}>{formatDateTime(at)}</time>
    </p>
    <p className="max-w-text whitespace-pre-wrap wrap-anywhere">{text}</p>
  </article>
)

function Actions({ message }: { message: Message }) {
  const [isAnswering, setAnswering] = useState(false)
  const canAnswer = useHasPermission('messages.answer')
  const setState = useAdminMutation('setMessageState', {
    successMessage: ({ state }) => `Marked as ${messageStateLabels[state].label.toLowerCase()}.`,
  })
  if (!canAnswer) return null
  const { id, state, version } = message
  const change = (label: string, next: MessageState) => (
    <Button
      busy={setState.isPending && setState.variables.body.state === next}
      disabled={setState.isPending}
      onClick={() => setState.mutate({ params: { message_id: id }, body: { state: next, expected_version: version } })}
    >
      {label}
    </Button>
  )
  return (
    <>
      {state === 'open' ? change('Mark as answered', 'answered') : change('Reopen', 'open')}
      {state !== 'spam' && change('Mark as spam', 'spam')}
      {state !== 'spam' && (
        <Button kind="primary" onClick={() => setAnswering(true)}>
          Answer
        </Button>
      )}
      {isAnswering && <AnswerDialog message={message} onClose={() => setAnswering(false)} />}
    </>
  )
}

function Sender({ message }: { message: Message }) {
  const { name, email, email_confirmed, order_number, user_id, state } = message
  return (
    <Section title="Sender">
      <dl className="grid gap-3 pt-3 sm:grid-cols-2">
        <Detail name="Name">
          {user_id === null ? (
            name
          ) : (
            <PageLink to={fillPath(adminPaths.member, { member_id: user_id })} className="text-link">
              {name}
            </PageLink>
          )}
        </Detail>
        <Detail name="Status">
          <StateDot tone={messageStateLabels[state].tone}>{messageStateLabels[state].label}</StateDot>
        </Detail>
        <Detail name="Email">
          {email}
          <span className="block text-small">
            {email_confirmed ? (
              <StateDot tone="good">Confirmed</StateDot>
            ) : (
              <StateDot tone="waiting">Not confirmed</StateDot>
            )}
          </span>
        </Detail>
        {order_number !== '' && (
          <Detail name="Order number, as typed">
            <PageLink to={toOrderSearch(order_number)} className="text-link figures">
              {order_number}
            </PageLink>
          </Detail>
        )}
      </dl>
    </Section>
  )
}

function Orders({ message: { email, email_confirmed, orders } }: { message: Message }) {
  return (
    <Section title="Orders">
      {orders.length > 0 ? (
        <OrderTable label="Orders of the sender" orders={orders} />
      ) : (
        <div className="pt-3">
          {email_confirmed ? (
            <Empty title="No orders yet" />
          ) : (
            <p className="max-w-text text-muted">
              The sender typed this address, and anyone can type any address. Make sure who wrote before you answer with
              something about an order.{' '}
              <PageLink to={toOrderSearch(email)} className="text-link">
                Orders with this email
              </PageLink>
            </p>
          )}
        </div>
      )}
    </Section>
  )
}

const toOrderSearch = (search: string): string => `${adminPaths.orders}?${new URLSearchParams({ search })}`

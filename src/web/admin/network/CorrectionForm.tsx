import { type SubmitEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { AdminBody, AdminResponse } from '#contract/admin-calls.ts'
import { adminPaths } from '#contract/admin-paths.ts'
import { previewCorrectionCall } from '#contract/compensation/corrections.ts'
import { monthName } from '#contract/compensation/month-labels.ts'
import { fillPath } from '#contract/paths.ts'
import { shopDayOf } from '#domain/calendar/month.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Select, TextArea, TextField } from '#web/ui/fields.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { UnsavedGuard } from '#web/ui/UnsavedGuard.tsx'
import { useFormChanges } from '#web/ui/use-form-changes.ts'
import { errorMessage, fieldErrors } from '../api/error-messages.ts'
import { useAdminForm } from '../api/use-admin-form.ts'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { currentRecord } from '../api/use-expected-version.ts'
import { Button } from '../ui/Button.tsx'
import { FieldErrors } from '../ui/FieldErrors.tsx'
import { MoneyField } from '../ui/fields.tsx'
import { parseAmount } from '../ui/parse-amount.ts'
import { usePageUrl } from '../ui/use-page-url.ts'
import { correctionMessage } from './correction-labels.ts'
import { monthsSince, type Tree } from './network-labels.ts'
import { PreviewedCorrection } from './PreviewedCorrection.tsx'

type CorrectionInput = AdminBody<'previewCorrection'>
type Preview = AdminResponse<'previewCorrection'>

/**
 * Describes the mistake, then previews its correction. Only a previewed correction can be proposed; any change requires
 * a new preview.
 */
export function CorrectionForm({
  member,
  first,
  current,
}: {
  member: NonNullable<Tree['requested']>
  first: string
  current: string
}) {
  const url = usePageUrl()
  const formElement = useRef<HTMLFormElement>(null)
  const { isChanged, handlers } = useFormChanges(formElement)
  const navigate = useNavigate()
  const [previewed, setPreviewed] = useState<{ input: CorrectionInput; opened: Preview; latest: Preview }>()
  const previewMutation = useAdminMutation('previewCorrection', { hideErrorToast: true })
  const propose = useAdminMutation('proposeCorrection', {
    hideErrorToast: true,
    successMessage: correctionMessage,
    onSuccess: () => void navigate(adminPaths.corrections),
  })
  const error = previewMutation.error ?? (currentRecord(propose.error) ? null : propose.error)
  const enrolled = shopDayOf(Date.parse(member.enrolled_at)).slice(0, 7)
  const months = monthsSince(enrolled > first ? enrolled : first, current)
  const correctedMonth = url.get('corrected_month')

  const form = useAdminForm({
    call: previewCorrectionCall,
    fields: {
      corrected_month: correctedMonth && months.includes(correctedMonth) ? correctedMonth : current,
      bonus: url.get('bonus') === 'level' ? ('level' as const) : ('sales' as const),
      direction: 'more' as 'more' | 'less',
      amount: '',
      order_no: url.get('order') ?? '',
      reason: '',
    },
    body: ({ direction, amount, order_no, ...fields }) => ({
      ...fields,
      member_id: member.id,
      amount: direction === 'less' ? 0 - parseAmount(amount) : parseAmount(amount),
      order_no: order_no.trim().replace(/^#/, ''),
    }),
    send: async (input) =>
      previewMutation.mutate(
        { body: input },
        { onSuccess: (preview) => setPreviewed({ input, opened: preview, latest: preview }) },
      ),
  })
  const errors = { ...fieldErrors(error), ...form.dialog.errors }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    propose.reset()
    previewMutation.reset()
    void form.dialog.onSubmit()
  }
  const submitProposal = ({ input, opened, latest }: NonNullable<typeof previewed>) =>
    propose.mutate(
      { body: { ...input, expected_version: latest.version } },
      {
        onError: (error) => {
          const current = currentRecord<Preview>(error)
          if (current) setPreviewed({ input, opened, latest: current })
        },
      },
    )

  return (
    // Side by side where both fit at the current font size.
    <div className="flex flex-wrap items-start gap-x-12 gap-y-8 *:min-w-0">
      <form
        ref={formElement}
        noValidate
        onSubmit={submit}
        {...handlers}
        onChange={() => {
          handlers.onChange()
          setPreviewed(undefined)
        }}
        className="grid max-w-[26rem] grow basis-[min(100%,24rem)] gap-4"
      >
        <UnsavedGuard when={isChanged && !propose.isPending} message="The correction has not been proposed yet." />
        <div>
          <h2 className="display text-lead">
            <PageLink to={fillPath(adminPaths.member, { member_id: member.id })} className="text-link">
              {member.name}
            </PageLink>{' '}
            <span className="figures text-body text-muted">{member.member_no}</span>
          </h2>
          <p className="pt-1 text-muted">
            It changes only this bonus: no points, levels or other members’ bonuses. You’ll see a preview first.
          </p>
        </div>
        {error && Object.keys(errors).length === 0 && <Alert tone="danger">{errorMessage(error)}</Alert>}
        <FieldErrors value={errors}>
          <div className="grid gap-4 sm:grid-cols-2">
            <Select {...form.field('corrected_month')} label="Month to correct">
              {months.map((option) => (
                <option key={option} value={option}>
                  {monthName(option)}
                </option>
              ))}
            </Select>
            <Select {...form.field('bonus')} label="Bonus">
              <option value="sales">Sales bonus</option>
              <option value="level">Level bonus</option>
            </Select>
            <Select {...form.field('direction')} label="Change">
              <option value="more">Increase</option>
              <option value="less">Decrease</option>
            </Select>
            <MoneyField {...form.field('amount')} label="Amount in dollars" />
          </div>
          <TextField
            {...form.field('order_no')}
            label="Order"
            hint="Order number, if it concerns one order of that month."
            optional
          />
          <TextArea
            {...form.field('reason')}
            label="Reason"
            maxLength={500}
            hint="The member sees this with the amount."
          />
        </FieldErrors>
        <Button
          type="submit"
          kind={previewed ? 'secondary' : 'primary'}
          busy={previewMutation.isPending}
          className="justify-self-start"
        >
          Preview
        </Button>
      </form>
      <div aria-live="polite" className="grow-999 basis-[min(100%,16rem)]">
        {previewed && (
          <PreviewedCorrection
            opened={previewed.opened}
            preview={previewed.latest}
            isBusy={propose.isPending}
            onPropose={() => submitProposal(previewed)}
          />
        )}
      </div>
    </div>
  )
}

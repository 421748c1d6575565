import { MESSAGE_LIMIT } from '#contract/base/limits.ts'
import { answerMessageCall, type Message } from '#contract/messages/admin-calls.ts'
import { TextArea } from '#web/ui/fields.tsx'
import { useAdminForm } from '../api/use-admin-form.ts'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { useExpectedVersion } from '../api/use-expected-version.ts'
import { ConcurrentChanges } from '../ui/ConcurrentChanges.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { messageStateLabels } from './message-labels.ts'

type AnswerDialogProps = { message: Message; onClose: () => void }

const facts = ({ state, answers }: Message): Record<string, string> => ({
  Status: messageStateLabels[state].label,
  'Last answer': answers.at(-1)?.text ?? '',
})

export function AnswerDialog({ message, onClose }: AnswerDialogProps) {
  const { id, name, email } = message
  const { opened, latest, sendExpected } = useExpectedVersion(message)
  const answer = useAdminMutation('answerMessage', { hideErrorToast: true, successMessage: 'Answer sent.' })
  const form = useAdminForm({
    call: answerMessageCall,
    fields: { text: '' },
    body: ({ text }) => ({ text, expected_version: opened.version }),
    send: ({ text }) =>
      sendExpected((expected_version) =>
        answer.mutateAsync({ params: { message_id: id }, body: { text, expected_version } }),
      ),
  })
  return (
    <FormDialog open onClose={onClose} variant="wide" title={`Answer ${name}`} submit="Send answer" {...form.dialog}>
      <ConcurrentChanges opened={opened} latest={latest} facts={facts} />
      <p className="text-muted">To {email}. The message is quoted below your answer.</p>
      <blockquote className="max-h-40 overflow-y-auto border-l-2 border-edge pl-4 whitespace-pre-wrap wrap-anywhere text-muted">
        {message.message}
      </blockquote>
      <TextArea {...form.field('text')} label="Answer" rows={10} maxLength={MESSAGE_LIMIT} autoFocus required />
    </FormDialog>
  )
}

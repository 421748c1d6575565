import type { FaqsBody } from '#contract/content/faqs.ts'
import { RichTextField } from '#web/rich-text/RichTextField.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { Button } from '../ui/Button.tsx'
import { DragHandle } from '../ui/MoveButtons.tsx'
import { Section } from '../ui/Section.tsx'
import { Empty } from '../ui/states.tsx'
import { type BodyEditor, DocumentFrame } from './DocumentFrame.tsx'
import { ItemActions } from './ItemActions.tsx'
import { uploadPicture } from './upload-picture.ts'
import { useItems } from './use-items.ts'

/** The editor of the questions and answers. */
export default function FaqsEditorPage() {
  return (
    <DocumentFrame kind="faqs" document="faqs" label="The questions">
      {(editor) => <QuestionList {...editor} />}
    </DocumentFrame>
  )
}

function QuestionList({ body: { questions }, update, errors, onWaiting }: BodyEditor<FaqsBody>) {
  const items = useItems(questions, (changed) => update({ questions: changed }))
  const topics = [...new Set(questions.map(({ topic }) => topic))]
  const nextId = Math.max(0, ...questions.map(({ id }) => id)) + 1
  return (
    <Section title="Questions" note={questions.length > 0 && String(questions.length)}>
      <div className="grid gap-4 pt-3">
        {errors.questions && <p className="text-small text-danger">{errors.questions}</p>}
        {questions.length === 0 && (
          <Empty title="No questions yet">The help page shows how to contact you until you add some.</Empty>
        )}
        <datalist id="faq-topics">
          {topics.map((topic) => (
            <option key={topic} value={topic} />
          ))}
        </datalist>
        <ol aria-label="Questions" className="divide-y divide-hairline">
          {questions.map((question, index) => {
            const name = `questions.${index}`
            const isInvalid = Object.keys(errors).some((field) => field.startsWith(`${name}.`))
            return (
              <li
                key={question.id}
                {...items.rowProps(index)}
                className="flex items-start gap-2 py-1 data-dragged:opacity-50"
              >
                {questions.length > 1 && (
                  <span className="pt-2">
                    <DragHandle {...items.handleProps(index)} />
                  </span>
                )}
                <details open={isInvalid || question.question === '' || undefined} className="min-w-0 flex-1">
                  <summary className="cursor-default py-1.5 pointer-coarse:py-3">
                    <span className="font-[520]">{question.question || 'New question'}</span>{' '}
                    <span className="text-small text-muted">{question.topic}</span>
                  </summary>
                  <div className="grid gap-3 pt-2 pb-4">
                    <TextField
                      name={`${name}.topic`}
                      label="Topic"
                      list="faq-topics"
                      maxLength={60}
                      value={question.topic}
                      onChange={({ target }) => items.change(question, { ...question, topic: target.value })}
                    />
                    <TextField
                      name={`${name}.question`}
                      label="Question"
                      maxLength={255}
                      value={question.question}
                      onChange={({ target }) => items.change(question, { ...question, question: target.value })}
                    />
                    <RichTextField
                      label="Answer"
                      initial={question.answer_html}
                      onChange={(answer_html) => items.change(question, { ...question, answer_html })}
                      onWaiting={(isWaiting) => onWaiting(String(question.id), isWaiting)}
                      upload={uploadPicture}
                      language="en"
                      error={errors[`${name}.answer_html`]}
                    />
                  </div>
                </details>
                <ItemActions
                  name={question.question || `question ${index + 1}`}
                  index={index}
                  count={questions.length}
                  move={items.move}
                  onRemove={() => items.remove(question)}
                  isBelowLabel={false}
                />
              </li>
            )
          })}
        </ol>
        <Button
          className="justify-self-start"
          onClick={() => items.add({ id: nextId, topic: questions.at(-1)?.topic ?? '', question: '', answer_html: '' })}
        >
          Add question
        </Button>
      </div>
    </Section>
  )
}

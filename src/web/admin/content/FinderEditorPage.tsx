import type { FinderAnswer, FinderBody } from '#contract/content/finder.ts'
import { Select, TextField } from '#web/ui/fields.tsx'
import { useAdminQuery } from '../api/query.ts'
import { Button } from '../ui/Button.tsx'
import { DragHandle } from '../ui/MoveButtons.tsx'
import { Section } from '../ui/Section.tsx'
import { Empty } from '../ui/states.tsx'
import { type BodyEditor, DocumentFrame } from './DocumentFrame.tsx'
import { ItemActions } from './ItemActions.tsx'
import { useItems } from './use-items.ts'

type FinderQuestion = FinderBody['questions'][number]

/** The editor of the product finder: questions, and what each answer means. */
export default function FinderEditorPage() {
  return (
    <DocumentFrame kind="finder" document="finder" label="The product finder">
      {(editor) => <QuestionList {...editor} />}
    </DocumentFrame>
  )
}

const nextId = (items: readonly { id: number }[]): number => Math.max(0, ...items.map(({ id }) => id)) + 1
const newAnswer = (id: number): FinderAnswer => ({
  id,
  label: '',
  note: '',
  category_id: null,
  tags: [],
  family_id: null,
})

function QuestionList({ body: { questions }, update, errors }: BodyEditor<FinderBody>) {
  const items = useItems(questions, (changed) => update({ questions: changed }))
  return (
    <Section title="Questions" note={questions.length > 0 && String(questions.length)}>
      <div className="grid gap-4 pt-3">
        <p className="max-w-text text-muted">
          The page suggests the three products that fit the chosen answers best. A category or a family counts more than
          a tag.
        </p>
        {errors.questions && <p className="text-small text-danger">{errors.questions}</p>}
        {questions.length === 0 && (
          <Empty title="No questions yet">The page leads to all products until you add some.</Empty>
        )}
        <ol aria-label="Questions" className="grid gap-4">
          {questions.map((question, index) => (
            <li
              key={question.id}
              {...items.rowProps(index)}
              className="flex items-start gap-2 rounded-card border border-hairline p-3 data-dragged:opacity-50"
            >
              {questions.length > 1 && <DragHandle {...items.handleProps(index)} />}
              <div className="grid min-w-0 flex-1 gap-3">
                <TextField
                  name={`questions.${index}.question`}
                  label="Question"
                  maxLength={120}
                  value={question.question}
                  onChange={({ target }) => items.change(question, { ...question, question: target.value })}
                />
                <AnswerList
                  question={question}
                  name={`questions.${index}.answers`}
                  error={errors[`questions.${index}.answers`]}
                  onChange={(answers) => items.change(question, { ...question, answers })}
                />
              </div>
              <ItemActions
                name={question.question || `question ${index + 1}`}
                index={index}
                count={questions.length}
                move={items.move}
                onRemove={() => items.remove(question)}
              />
            </li>
          ))}
        </ol>
        <Button
          className="justify-self-start"
          onClick={() => items.add({ id: nextId(questions), question: '', answers: [newAnswer(1), newAnswer(2)] })}
        >
          Add question
        </Button>
      </div>
    </Section>
  )
}

type AnswerListProps = {
  question: FinderQuestion
  name: string
  error: string | undefined
  onChange: (answers: FinderAnswer[]) => void
}

function AnswerList({ question: { answers, question }, name, error, onChange }: AnswerListProps) {
  const items = useItems(answers, onChange)
  const choices = useAdminQuery('productChoices').data
  return (
    <div className="grid gap-3">
      {error && <p className="text-small text-danger">{error}</p>}
      <ol aria-label={`Answers to ${question || 'the question'}`} className="grid gap-3">
        {answers.map((answer, index) => {
          const change = (changes: Partial<FinderAnswer>) => items.change(answer, { ...answer, ...changes })
          return (
            <li key={answer.id} className="grid gap-3 border-t border-hairline pt-3 sm:grid-cols-2 lg:grid-cols-6">
              <TextField
                name={`${name}.${index}.label`}
                label="Answer"
                maxLength={60}
                value={answer.label}
                onChange={({ target }) => change({ label: target.value })}
              />
              <TextField
                name={`${name}.${index}.note`}
                label="Note"
                optional
                maxLength={120}
                value={answer.note}
                onChange={({ target }) => change({ note: target.value })}
              />
              <Select
                name={`${name}.${index}.category_id`}
                label="Category"
                value={answer.category_id ?? ''}
                onChange={({ target }) => change({ category_id: target.value === '' ? null : Number(target.value) })}
              >
                <option value="">Any</option>
                {choices?.categories.map(({ category_id, name: category }) => (
                  <option key={category_id} value={category_id}>
                    {category}
                  </option>
                ))}
              </Select>
              <TextField
                name={`${name}.${index}.tags`}
                label="Tags"
                optional
                defaultValue={answer.tags.join(', ')}
                onChange={({ target }) => change({ tags: splitTags(target.value) })}
              />
              <Select
                name={`${name}.${index}.family_id`}
                label="Family"
                value={answer.family_id ?? ''}
                onChange={({ target }) => change({ family_id: target.value === '' ? null : Number(target.value) })}
              >
                <option value="">Any</option>
                {choices?.families.map(({ family_id, name: family }) => (
                  <option key={family_id} value={family_id}>
                    {family}
                  </option>
                ))}
              </Select>
              <ItemActions
                name={answer.label || `answer ${index + 1}`}
                index={index}
                count={answers.length}
                move={items.move}
                onRemove={() => items.remove(answer)}
              />
            </li>
          )
        })}
      </ol>
      <Button className="justify-self-start" onClick={() => items.add(newAnswer(nextId(answers)))}>
        Add answer
      </Button>
    </div>
  )
}

const splitTags = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
  ),
]

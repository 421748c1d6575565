import { MAX_NOTICES, type NoticePage, type NoticeRepeat, type NoticesBody } from '#contract/content/notices.ts'
import { pagePaths } from '#contract/paths.ts'
import { Select, TextArea, TextField } from '#web/ui/fields.tsx'
import { ListError } from '../products/editor/ListError.tsx'
import { Button } from '../ui/Button.tsx'
import { DragHandle } from '../ui/MoveButtons.tsx'
import { Section } from '../ui/Section.tsx'
import { Empty } from '../ui/states.tsx'
import { type BodyEditor, DocumentFrame } from './DocumentFrame.tsx'
import { ItemActions } from './ItemActions.tsx'
import { ItemState } from './ItemState.tsx'
import { PeriodFields } from './PeriodFields.tsx'
import { useItems } from './use-items.ts'

type Notice = NoticesBody['notices'][number]

const pageNames: Record<NoticePage, string> = {
  home: 'Home page',
  products: 'Product pages and lists',
  checkout: 'Cart and checkout',
  all: 'Every page',
}
const repeats: Record<NoticeRepeat, string> = {
  once: 'Never again',
  day: 'The next day',
  visit: 'With the next visit',
}

/** The editor of the notices that visitors close one by one. */
export default function NoticesEditorPage() {
  return (
    <DocumentFrame kind="notices" document="notices" label="The notices">
      {(editor) => <NoticeList {...editor} />}
    </DocumentFrame>
  )
}

const newNotice = (id: number): Notice => ({
  id,
  ...{ title: '', text: '', action_label: '', action_path: '', from: null, until: null },
  ...({ page: 'home', repeat: 'once' } as const),
})

function NoticeList({ body: { notices }, update, errors }: BodyEditor<NoticesBody>) {
  const items = useItems(notices, (changed) => update({ notices: changed }))
  const nextId = Math.max(0, ...notices.map(({ id }) => id)) + 1
  return (
    <Section title="Notices" note={notices.length > 0 && String(notices.length)}>
      <div className="grid grid-cols-1 gap-4 pt-3">
        <ListError name="notices" />
        {notices.length === 0 && (
          <Empty title="No notices yet">
            Notices appear above the content of a page until the visitor closes them.
          </Empty>
        )}
        <ol aria-label="Notices" className="grid grid-cols-1 gap-2">
          {notices.map((notice, index) => {
            const name = `notices.${index}`
            const isInvalid = Object.keys(errors).some((field) => field.startsWith(`${name}.`))
            return (
              <li
                key={notice.id}
                {...items.rowProps(index)}
                className="relative flex flex-wrap items-start gap-2 rounded-card border border-hairline p-3 data-dragged:opacity-50"
              >
                {notices.length > 1 && (
                  <span className="pt-2">
                    <DragHandle {...items.handleProps(index)} />
                  </span>
                )}
                <details
                  open={isInvalid || notice.title === '' || undefined}
                  className="min-w-0 flex-1 max-sm:basis-[calc(100%-2rem)]"
                >
                  <summary className="min-h-9 cursor-default pt-1.5 sm:pr-28">
                    <span className="font-[520]">{notice.title || 'New notice'}</span>{' '}
                    <span className="text-small text-muted">{pageNames[notice.page]}</span>{' '}
                    <span className="text-small">
                      <ItemState period={notice} />
                    </span>
                  </summary>
                  <NoticeFields
                    notice={notice}
                    name={name}
                    onChange={(changes) => items.change(notice, { ...notice, ...changes })}
                  />
                </details>
                {/* Next to the summary, so that the fields below have the whole width; on phones below them. */}
                <div className="max-sm:ml-auto sm:absolute sm:top-3 sm:right-1.5">
                  <ItemActions
                    name={notice.title || `notice ${index + 1}`}
                    index={index}
                    count={notices.length}
                    move={items.move}
                    onRemove={() => items.remove(notice)}
                    isBelowLabel={false}
                  />
                </div>
              </li>
            )
          })}
        </ol>
        <Button
          className="justify-self-start"
          disabled={notices.length >= MAX_NOTICES}
          onClick={() => items.add(newNotice(nextId))}
        >
          Add notice
        </Button>
      </div>
    </Section>
  )
}

type NoticeFieldsProps = { notice: Notice; name: string; onChange: (changes: Partial<Notice>) => void }

function NoticeFields({ notice, name, onChange }: NoticeFieldsProps) {
  const field = (key: 'title' | 'text' | 'action_label' | 'action_path', maxLength: number) => ({
    name: `${name}.${key}`,
    maxLength,
    value: notice[key],
    onChange: ({ target }: { target: { value: string } }) => onChange({ [key]: target.value }),
  })
  return (
    <div className="grid grid-cols-1 gap-3 pt-3">
      <TextField {...field('title', 120)} label="Title" />
      <TextArea {...field('text', 400)} label="Text" optional rows={2} />
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField {...field('action_label', 40)} label="Text of the link" optional />
        <TextField {...field('action_path', 1000)} label="Link" optional placeholder={pagePaths.packages} />
        <Select
          name={`${name}.page`}
          label="Page"
          value={notice.page}
          onChange={({ target }) => onChange({ page: target.value as NoticePage })}
        >
          {Object.entries(pageNames).map(([page, label]) => (
            <option key={page} value={page}>
              {label}
            </option>
          ))}
        </Select>
        <Select
          name={`${name}.repeat`}
          label="Shown again once closed"
          value={notice.repeat}
          onChange={({ target }) => onChange({ repeat: target.value as NoticeRepeat })}
        >
          {Object.entries(repeats).map(([repeat, label]) => (
            <option key={repeat} value={repeat}>
              {label}
            </option>
          ))}
        </Select>
      </div>
      <PeriodFields name={name} period={notice} onChange={onChange} />
    </div>
  )
}

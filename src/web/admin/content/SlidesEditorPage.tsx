import type { SlidesBody } from '#contract/content/slides.ts'
import { MAX_SLIDES } from '#contract/content/slides.ts'
import { pagePaths } from '#contract/paths.ts'
import { TextArea, TextField } from '#web/ui/fields.tsx'
import { ListError } from '../products/editor/ListError.tsx'
import { Button } from '../ui/Button.tsx'
import { DragHandle } from '../ui/MoveButtons.tsx'
import { Section } from '../ui/Section.tsx'
import { Empty } from '../ui/states.tsx'
import { type BodyEditor, DocumentFrame } from './DocumentFrame.tsx'
import { ItemActions } from './ItemActions.tsx'
import { ItemState } from './ItemState.tsx'
import { PeriodFields } from './PeriodFields.tsx'
import { PicturePicker } from './PicturePicker.tsx'
import { useItems } from './use-items.ts'

type Slide = SlidesBody['slides'][number]

/** The editor of the home page's slides. */
export default function SlidesEditorPage() {
  return (
    <DocumentFrame kind="slides" document="slides" label="The slides">
      {(editor) => <SlideList {...editor} />}
    </DocumentFrame>
  )
}

const RIGHT = { x: 100, y: 50 } as const
const newSlide = (id: number): Slide => ({
  id,
  picture: { src: '', alt: '', focus: RIGHT, phone_focus: RIGHT },
  ...{ eyebrow: '', heading: '', text: '', action_label: '', action_path: '', from: null, until: null },
})

function SlideList({ body: { slides }, update, errors }: BodyEditor<SlidesBody>) {
  const items = useItems(slides, (changed) => update({ slides: changed }))
  const nextId = Math.max(0, ...slides.map(({ id }) => id)) + 1
  return (
    <Section title="Slides" note={slides.length > 0 && String(slides.length)}>
      <div className="grid grid-cols-1 gap-4 pt-3">
        <ListError name="slides" />
        {slides.length === 0 && <Empty title="No slides yet">The home page starts with its first section.</Empty>}
        <ol aria-label="Slides" className="grid grid-cols-1 gap-2">
          {slides.map((slide, index) => {
            const name = `slides.${index}`
            const label = slide.heading || `slide ${index + 1}`
            const isInvalid = Object.keys(errors).some((field) => field.startsWith(`${name}.`))
            return (
              <li
                key={slide.id}
                {...items.rowProps(index)}
                className="relative flex flex-wrap items-start gap-2 rounded-card border border-hairline p-3 data-dragged:opacity-50"
              >
                {slides.length > 1 && (
                  <span className="pt-2">
                    <DragHandle {...items.handleProps(index)} />
                  </span>
                )}
                <details
                  open={isInvalid || slide.picture.src === '' || undefined}
                  className="min-w-0 flex-1 max-sm:basis-[calc(100%-2rem)]"
                >
                  <summary className="min-h-9 cursor-default pt-1.5 sm:pr-28">
                    <span className="font-[520]">{slide.heading || 'New slide'}</span>{' '}
                    <span className="text-small">
                      <ItemState period={slide} />
                    </span>
                  </summary>
                  <SlideFields
                    slide={slide}
                    name={name}
                    label={label}
                    pictureError={errors[`${name}.picture.src`]}
                    onChange={(changes) => items.change(slide, { ...slide, ...changes })}
                  />
                </details>
                {/* Next to the summary, so that the fields below have the whole width; on phones below them. */}
                <div className="max-sm:ml-auto sm:absolute sm:top-3 sm:right-1.5">
                  <ItemActions
                    name={label}
                    index={index}
                    count={slides.length}
                    move={items.move}
                    onRemove={() => items.remove(slide)}
                    isBelowLabel={false}
                  />
                </div>
              </li>
            )
          })}
        </ol>
        <Button
          className="justify-self-start"
          disabled={slides.length >= MAX_SLIDES}
          onClick={() => items.add(newSlide(nextId))}
        >
          Add slide
        </Button>
      </div>
    </Section>
  )
}

type SlideFieldsProps = {
  slide: Slide
  /** Path of the slide in the body. */
  name: string
  label: string
  pictureError: string | undefined
  onChange: (changes: Partial<Slide>) => void
}

function SlideFields({ slide, name, label, pictureError, onChange }: SlideFieldsProps) {
  const field = (key: 'eyebrow' | 'heading' | 'text' | 'action_label' | 'action_path', maxLength: number) => ({
    name: `${name}.${key}`,
    maxLength,
    value: slide[key],
    onChange: ({ target }: { target: { value: string } }) => onChange({ [key]: target.value }),
  })
  return (
    <div className="grid grid-cols-1 gap-3 pt-3">
      <PicturePicker
        label={label}
        value={slide.picture.src === '' ? undefined : slide.picture}
        error={pictureError}
        ratios={{ desktop: 'aspect-4/3', phone: 'aspect-2/1' }}
        onChange={(picture) => onChange({ picture })}
      />
      <TextField {...field('eyebrow', 60)} label="Line above the heading" optional />
      <TextField {...field('heading', 120)} label="Heading" />
      <TextArea {...field('text', 300)} label="Text" optional rows={2} />
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField {...field('action_label', 40)} label="Text of the button" />
        <TextField {...field('action_path', 1000)} label="Link of the button" placeholder={pagePaths.packages} />
      </div>
      <PeriodFields name={name} period={slide} onChange={onChange} />
    </div>
  )
}

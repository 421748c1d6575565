import { useQuery } from '@tanstack/react-query'
import Close from 'lucide-react/icons/x'
import { type HomeBody, type HomeSection, MAX_HOME_PRODUCTS, type ProductSource } from '#contract/content/home.ts'
import { pagePaths } from '#contract/paths.ts'
import { Select, TextArea, TextField } from '#web/ui/fields.tsx'
import { adminQuery } from '../api/query.ts'
import { ListError } from '../products/editor/ListError.tsx'
import { Button, IconButton } from '../ui/Button.tsx'
import { Menu, MenuItem } from '../ui/Menu.tsx'
import { DragHandle, MoveButtons } from '../ui/MoveButtons.tsx'
import { Section } from '../ui/Section.tsx'
import { Empty } from '../ui/states.tsx'
import { ChosenProducts } from './BlockFields.tsx'
import { type BodyEditor, DocumentFrame } from './DocumentFrame.tsx'
import { ItemActions } from './ItemActions.tsx'
import { useItems } from './use-items.ts'

type SectionOf<Type extends HomeSection['type']> = Extract<HomeSection, { type: Type }>
type FieldsProps<Edited extends HomeSection> = {
  section: Edited
  /** Path of the section in the body. */
  name: string
  onChange: (section: Edited) => void
}

const sectionNames: Record<HomeSection['type'], string> = {
  products: 'Products',
  steps: 'Steps',
  posts: 'Newest posts',
}
const newSections: readonly HomeSection[] = [
  { type: 'products', heading: '', source: { kind: 'newest' }, limit: 4, link_label: '', link: '' },
  { type: 'steps', heading: '', steps: [{ title: '', text: '' }] },
  { type: 'posts', heading: '', link_label: '' },
]

/** The editor of the home page below its slides. */
export default function HomeEditorPage() {
  return (
    <DocumentFrame kind="home" document="home" label="The home page">
      {(editor) => (
        <>
          <Section title="About the shop">
            <div className="grid max-w-text grid-cols-1 gap-4 pt-3">
              <TextField
                name="promise"
                label="One line about the shop"
                optional
                maxLength={160}
                hint="For screen readers and link previews, after the shop’s name."
                value={editor.body.promise}
                onChange={({ target }) => editor.update({ promise: target.value })}
              />
              <TextArea
                name="description"
                label="Description"
                optional
                rows={2}
                maxLength={300}
                hint="For search engines. Empty: the line above."
                value={editor.body.description}
                onChange={({ target }) => editor.update({ description: target.value })}
              />
            </div>
          </Section>
          <Sections {...editor} />
        </>
      )}
    </DocumentFrame>
  )
}

function Sections({ body: { sections }, update }: BodyEditor<HomeBody>) {
  const items = useItems(sections, (changed) => update({ sections: changed }))
  return (
    <Section title="Sections" note={sections.length > 0 && String(sections.length)}>
      <div className="grid grid-cols-1 gap-4 pt-3">
        <ListError name="sections" />
        {sections.length === 0 && <Empty title="No sections yet">Add products, steps or the newest posts.</Empty>}
        <ol aria-label="Sections" className="grid grid-cols-1 gap-4">
          {sections.map((section, index) => {
            const label = `${sectionNames[section.type]} ${index + 1}`
            return (
              <li
                key={items.keyOf(section)}
                {...items.rowProps(index)}
                aria-label={label}
                className="grid min-w-0 grid-cols-1 gap-3 rounded-card border border-hairline p-4 data-dragged:opacity-50"
              >
                <div className="flex flex-wrap items-center gap-2">
                  {sections.length > 1 && <DragHandle {...items.handleProps(index)} />}
                  <h3 className="mr-auto font-[560]">{sectionNames[section.type]}</h3>
                  <div className="flex flex-wrap">
                    <MoveButtons name={label} index={index} count={sections.length} move={items.move} />
                    <IconButton label={`Remove ${label}`} onClick={() => items.remove(section)}>
                      <Close size={16} aria-hidden />
                    </IconButton>
                  </div>
                </div>
                <SectionFields
                  section={section}
                  name={`sections.${index}`}
                  onChange={(changed) => items.change(section, changed)}
                />
              </li>
            )
          })}
        </ol>
        <div>
          <Menu trigger={<Button>Add section</Button>}>
            {newSections.map((section) => (
              <MenuItem key={section.type} onSelect={() => items.add(structuredClone(section))}>
                {sectionNames[section.type]}
              </MenuItem>
            ))}
          </Menu>
        </div>
      </div>
    </Section>
  )
}

function SectionFields({ section, name, onChange }: FieldsProps<HomeSection>) {
  const heading = (
    <TextField
      name={`${name}.heading`}
      label="Heading"
      maxLength={120}
      value={section.heading}
      onChange={({ target }) => onChange({ ...section, heading: target.value })}
    />
  )
  switch (section.type) {
    case 'products':
      return (
        <>
          {heading}
          <ProductFields section={section} name={name} onChange={onChange} />
        </>
      )
    case 'steps':
      return (
        <>
          {heading}
          <StepFields section={section} name={name} onChange={onChange} />
        </>
      )
    case 'posts':
      return (
        <>
          {heading}
          <TextField
            name={`${name}.link_label`}
            label="Text of the link to all posts"
            optional
            maxLength={40}
            value={section.link_label}
            onChange={({ target }) => onChange({ ...section, link_label: target.value })}
          />
        </>
      )
  }
}

const sources: Record<ProductSource['kind'], string> = {
  featured: 'Featured products',
  newest: 'Newest products',
  category: 'A category',
  chosen: 'Chosen products',
}
const newSources: Record<ProductSource['kind'], ProductSource> = {
  featured: { kind: 'featured' },
  newest: { kind: 'newest' },
  category: { kind: 'category', category: '' },
  chosen: { kind: 'chosen', product_ids: [] },
}

function ProductFields({ section, name, onChange }: FieldsProps<SectionOf<'products'>>) {
  const { source } = section
  const { data: tree } = useQuery(adminQuery('categories'))
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-3">
        <Select
          name={`${name}.source.kind`}
          label="Products"
          value={source.kind}
          onChange={({ target }) => onChange({ ...section, source: newSources[target.value as ProductSource['kind']] })}
        >
          {Object.entries(sources).map(([kind, label]) => (
            <option key={kind} value={kind}>
              {label}
            </option>
          ))}
        </Select>
        {source.kind === 'category' && (
          <Select
            name={`${name}.source.category`}
            label="Category"
            value={source.category}
            onChange={({ target }) => onChange({ ...section, source: { kind: 'category', category: target.value } })}
          >
            <option value="">Choose a category</option>
            {tree?.data.map(({ slug, name: category }) => (
              <option key={slug} value={slug}>
                {category}
              </option>
            ))}
          </Select>
        )}
        {source.kind !== 'chosen' && (
          <TextField
            name={`${name}.limit`}
            type="number"
            min={1}
            max={MAX_HOME_PRODUCTS}
            label="At most"
            value={Number.isNaN(section.limit) ? '' : section.limit}
            onChange={({ target }) => onChange({ ...section, limit: target.valueAsNumber })}
          />
        )}
      </div>
      {source.kind === 'chosen' && (
        <ChosenProducts
          name={`${name}.source.product_ids`}
          ids={source.product_ids}
          onChange={(product_ids) => onChange({ ...section, source: { kind: 'chosen', product_ids } })}
        />
      )}
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          name={`${name}.link_label`}
          label="Text of the link"
          optional
          maxLength={40}
          value={section.link_label}
          onChange={({ target }) => onChange({ ...section, link_label: target.value })}
        />
        <TextField
          name={`${name}.link`}
          label="Link"
          optional
          placeholder={pagePaths.packages}
          value={section.link}
          onChange={({ target }) => onChange({ ...section, link: target.value })}
        />
      </div>
    </>
  )
}

function StepFields({ section, name, onChange }: FieldsProps<SectionOf<'steps'>>) {
  const items = useItems(section.steps, (steps) => onChange({ ...section, steps }))
  return (
    <>
      <ListError name={`${name}.steps`} />
      <ol aria-label="Steps" className="grid grid-cols-1 gap-3">
        {section.steps.map((step, index) => (
          <li key={items.keyOf(step)} className="grid gap-3 border-t border-hairline pt-3 sm:grid-cols-[1fr_2fr_auto]">
            <TextField
              name={`${name}.steps.${index}.title`}
              label="Title"
              maxLength={120}
              value={step.title}
              onChange={({ target }) => items.change(step, { ...step, title: target.value })}
            />
            <TextArea
              name={`${name}.steps.${index}.text`}
              label="Text"
              rows={2}
              maxLength={400}
              value={step.text}
              onChange={({ target }) => items.change(step, { ...step, text: target.value })}
            />
            <ItemActions
              name={`step ${index + 1}`}
              index={index}
              count={section.steps.length}
              move={items.move}
              onRemove={() => items.remove(step)}
            />
          </li>
        ))}
      </ol>
      <Button className="justify-self-start" onClick={() => items.add({ title: '', text: '' })}>
        Add step
      </Button>
    </>
  )
}

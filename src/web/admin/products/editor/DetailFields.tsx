import '#web/rich-text/styled-text.css'
import { useQuery } from '@tanstack/react-query'
import type { ChangeEvent } from 'react'
import { RichTextField } from '#web/rich-text/RichTextField.tsx'
import { Select, TextArea, TextField } from '#web/ui/fields.tsx'
import { adminQuery } from '../../api/query.ts'
import { adminUpload } from '../../api/upload.ts'
import { Checkbox, MoneyField } from '../../ui/fields.tsx'
import { Section } from '../../ui/Section.tsx'
import { BarcodeField } from './BarcodeField.tsx'
import { unitLabels } from './editor-labels.ts'
import type { ManagedProduct, ProductDraft } from './product-draft.ts'
import type { DraftProps } from './use-product-draft.ts'

type TextName = { [N in keyof ProductDraft]: ProductDraft[N] extends string ? N : never }[keyof ProductDraft]
type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Props of a text field of the draft, under its name in the contract. */
const makeField =
  ({ draft, update }: DraftProps) =>
  (name: TextName) => ({
    name,
    value: draft[name],
    onChange: ({ target }: ChangeEvent<Control>) => update({ [name]: target.value }),
  })

export const useProductChoices = () => useQuery(adminQuery('productChoices')).data

type Choices = NonNullable<ReturnType<typeof useProductChoices>>
/** Categories in the order of the tree, each with its parent's name. */
const listCategories = ({ categories }: Choices) => {
  const roots = categories.filter(({ parent_id }) => parent_id === null)
  return roots.flatMap((root) => [
    { id: root.category_id, name: root.name },
    ...categories
      .filter(({ parent_id }) => parent_id === root.category_id)
      .map(({ category_id, name }) => ({ id: category_id, name: `${root.name} › ${name}` })),
  ])
}

/** Name, kind, category and vendor. */
export function BasicFields({ product, ...props }: DraftProps & { product: ManagedProduct | undefined }) {
  const field = makeField(props)
  const choices = useProductChoices()
  const { category_id } = props.draft
  // Until the choices are loaded, only the product's own.
  const categories = choices
    ? listCategories(choices)
    : category_id === ''
      ? []
      : [{ id: Number(category_id), name: product?.category ?? '' }]
  return (
    <Section title="Product">
      <div className="grid gap-4 pt-3 sm:grid-cols-2">
        <TextField {...field('name')} label="Name" maxLength={255} className="sm:col-span-2" />
        <Select {...field('category_id')} label="Category" optional>
          <option value="">No category</option>
          {categories.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
        <Select {...field('kind')} label="Kind">
          <option value="product">Product</option>
          <option value="package">Package of several products</option>
        </Select>
        <TextField {...field('vendor')} label="Vendor" optional maxLength={255} list="product-vendors" />
        <datalist id="product-vendors">
          {choices?.vendors.map((vendor) => (
            <option key={vendor} value={vendor} />
          ))}
        </datalist>
        <TextField {...field('tags')} label="Tags" optional hint="Separated by commas." />
      </div>
    </Section>
  )
}

/** Regular price and sale price, points, commission and tax. */
export function PriceFields(props: DraftProps) {
  const field = makeField(props)
  const { draft, update } = props
  const hasSale = draft.sale_price !== '' || draft.sale_from !== '' || draft.sale_until !== ''
  return (
    <Section title="Price">
      <div className="grid gap-4 pt-3 sm:grid-cols-3">
        <MoneyField {...field('price')} label="Price" />
        <MoneyField {...field('compare_at_price')} label="Compare-at price" optional hint="Shown struck through." />
        <MoneyField {...field('sale_price')} label="Sale price" optional />
        {hasSale && (
          <>
            <TextField {...field('sale_from')} type="datetime-local" label="Sale from" optional hint="New York time." />
            <TextField {...field('sale_until')} type="datetime-local" label="Sale until" optional />
          </>
        )}
        <TextField {...field('pv')} label="PV" inputMode="numeric" className="sm:col-start-1" />
        <TextField
          {...field('commissionable_bp')}
          label="Commissionable share"
          inputMode="decimal"
          hint="Percent of the price that is CV."
        />
        <Checkbox
          name="tax_exempt"
          label="Not taxed"
          checked={draft.tax_exempt}
          onChange={({ target }) => update({ tax_exempt: target.checked })}
          className="self-center"
        />
      </div>
    </Section>
  )
}

type DescriptionProps = DraftProps & {
  error: string | undefined
  /** The description as the store shows it, instead of the editor. */
  readOnlyHtml: string | undefined
  /** Receives true while pictures are uploading. */
  onWaiting: (waiting: boolean) => void
}

const uploadPicture = async (file: File): Promise<string> => (await adminUpload('staffUpload', file)).location

export const DescriptionField = ({ draft, update, error, readOnlyHtml, onWaiting }: DescriptionProps) => (
  <Section title="Description">
    <div className="pt-3">
      {readOnlyHtml !== undefined ? (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized by the server on save
        <div className="rich-text styled-text" dangerouslySetInnerHTML={{ __html: readOnlyHtml }} />
      ) : (
        <RichTextField
          label={<span className="sr-only">Description</span>}
          initial={draft.description_html}
          onChange={(description_html) => update({ description_html })}
          onWaiting={onWaiting}
          upload={uploadPicture}
          language="en"
          error={error}
        />
      )}
    </div>
  </Section>
)

/** Codes, shelf, weight and size. */
export function StorageFields(props: DraftProps & { isNew: boolean }) {
  const field = makeField(props)
  const { draft, update, isNew } = props
  return (
    <Section title="Stock and shipping">
      <div className="grid gap-4 pt-3 sm:grid-cols-3">
        <TextField {...field('sku')} label="SKU" optional maxLength={255} />
        <BarcodeField {...field('barcode')} onScan={(barcode) => update({ barcode })} />
        <TextField {...field('shelf')} label="Shelf" optional maxLength={255} />
        <div className="grid grid-cols-2 gap-2">
          <TextField
            name="weight_grams"
            label="Pounds"
            inputMode="decimal"
            optional
            value={draft.pounds}
            onChange={({ target }) => update({ pounds: target.value })}
          />
          <TextField
            label="Ounces"
            inputMode="decimal"
            optional
            value={draft.ounces}
            onChange={({ target }) => update({ ounces: target.value })}
          />
        </div>
        <div className="grid grid-cols-2 gap-2">
          <TextField {...field('size_amount')} label="Size" inputMode="decimal" optional />
          <Select {...field('size_unit')} label="Unit">
            <option value="">None</option>
            {Object.entries(unitLabels).map(([unit, label]) => (
              <option key={unit} value={unit}>
                {label}
              </option>
            ))}
          </Select>
        </div>
        {isNew && draft.contents.length === 0 && (
          <TextField {...field('stock')} label="First count" inputMode="numeric" optional hint="Empty: not tracked." />
        )}
      </div>
    </Section>
  )
}

/** URL, search engines and search words. */
export function SearchFields(props: DraftProps & { isNew: boolean }) {
  const field = makeField(props)
  return (
    <Section title="Search">
      <div className="grid gap-4 pt-3 sm:grid-cols-2">
        <TextField {...field('page_title')} label="Page title" optional hint="For search engines. Empty: the name." />
        <TextField
          {...field('handle')}
          label="URL handle"
          optional={props.isNew}
          hint={props.isNew ? 'Empty: made from the name.' : undefined}
        />
        <TextArea
          {...field('page_description')}
          label="Page description"
          optional
          rows={2}
          maxLength={500}
          hint="Empty: the beginning of the description."
          className="sm:col-span-2"
        />
        <TextArea
          {...field('search_words')}
          label="Search words"
          optional
          rows={2}
          maxLength={1000}
          hint="Other words under which customers look for it."
          className="sm:col-span-2"
        />
      </div>
    </Section>
  )
}

/** The family that shares a page, and what sets this product apart in it. */
export function FamilyFields(props: DraftProps) {
  const field = makeField(props)
  const { draft, update } = props
  const families = useProductChoices()?.families ?? []
  const family = families.find(({ family_id }) => String(family_id) === draft.family_id)
  if (families.length === 0) return null
  return (
    <Section title="Family">
      <div className="grid gap-4 pt-3 sm:grid-cols-3">
        <Select {...field('family_id')} label="Family" optional>
          <option value="">None</option>
          {families.map(({ family_id, name }) => (
            <option key={family_id} value={family_id}>
              {name}
            </option>
          ))}
        </Select>
        {draft.family_id !== '' && (
          <>
            <TextField {...field('option_value')} label={family?.option_name ?? 'Option'} maxLength={100} />
            <TextField
              {...field('swatch')}
              label="Swatch"
              optional
              placeholder="#8a3b2e"
              hint="A color as six hexadecimal digits."
              onChange={({ target }) => update({ swatch: target.value.trim().toLowerCase() })}
            />
          </>
        )}
      </div>
    </Section>
  )
}

/** The period in which an active product is in the store. */
export function VisibilityFields(props: DraftProps) {
  const field = makeField(props)
  return (
    <div className="grid gap-4">
      <TextField {...field('visible_from')} type="datetime-local" label="Visible from" optional hint="New York time." />
      <TextField {...field('visible_until')} type="datetime-local" label="Visible until" optional />
    </div>
  )
}

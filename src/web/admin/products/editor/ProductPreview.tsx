import { pagePatterns } from '#contract/paths.ts'
import { formatSize, formatUnitPrice } from '#domain/catalog/size.ts'
import { cents, formatCents } from '#domain/money/money.ts'
import { PicturePlaceholder } from '#web/ui/PicturePlaceholder.tsx'
import { parseAmount } from '../../ui/parse-amount.ts'
import { Section } from '../../ui/Section.tsx'
import { pictureUrl } from './picture-url.ts'
import { type ProductDraft, toFields } from './product-draft.ts'

/** Without tags, which the parser would read styles of, then without entities. */
const toPlainText = (html: string): string => {
  const { body } = new DOMParser().parseFromString(html.replaceAll(/<[^<>]*>/g, ' '), 'text/html')
  return body.textContent.replaceAll(/\s+/g, ' ').trim()
}

const MAX_CENTS = 1e11
const toPrice = (text: string): number | undefined => {
  const value = Math.round(parseAmount(text) * 100)
  return value >= 0 && value < MAX_CENTS ? value : undefined
}

/** The card and the page of the product as they will look, and its entry in a search engine. */
export function ProductPreview({ draft, productId }: { draft: ProductDraft; productId: number | undefined }) {
  const { name, vendor, sku, contents, documents } = draft
  const shown = describePrice(draft)
  const [first, ...others] = draft.images.flatMap((picture) => pictureUrl(picture) ?? [])
  const title = name.trim() || 'Name'
  const plain = toPlainText(draft.description_html)
  return (
    <Section title="Preview">
      <div className="grid gap-6 pt-3">
        <figure className="grid gap-1.5">
          <figcaption className="text-small text-muted">Card</figcaption>
          <div className="max-w-56">
            <PreviewPicture url={first} />
            <p className="display pt-3 text-lead leading-tight break-words">{title}</p>
            {shown.size && <p className="pt-0.5 text-muted">{shown.size}</p>}
            <PreviewPrice shown={shown} pv={draft.pv} />
          </div>
        </figure>
        <figure className="grid gap-1.5">
          <figcaption className="text-small text-muted">Page</figcaption>
          <div className="grid gap-3 border-y border-hairline py-4 break-words">
            <PreviewPicture url={first} />
            {others.length > 0 && (
              <div className="grid grid-cols-4 gap-2">
                {others.slice(0, 4).map((url) => (
                  <PreviewPicture key={url} url={url} />
                ))}
              </div>
            )}
            <div>
              <p className="display text-title">{title}</p>
              <p className="text-muted">{[vendor, sku].filter(Boolean).join(' · ')}</p>
              {shown.size && <p>{shown.size}</p>}
            </div>
            <div className="border-t border-ink pt-3">
              <PreviewPrice shown={shown} pv={draft.pv} />
              {shown.unitPrice && <p className="figures text-muted">{shown.unitPrice}</p>}
            </div>
            {contents.length > 0 && (
              <ul>
                {contents.map(({ product_id, name, quantity }) => (
                  <li key={product_id}>
                    {quantity} × {name}
                  </li>
                ))}
              </ul>
            )}
            {plain !== '' && <p className="line-clamp-6">{plain}</p>}
            {documents.map(({ file, title }) => (
              <p key={file} className="text-link">
                {title} <span className="text-muted">PDF</span>
              </p>
            ))}
          </div>
        </figure>
        <figure className="grid gap-1.5">
          <figcaption className="text-small text-muted">Search engine</figcaption>
          <div className="break-words">
            <p className="text-small text-muted">
              {pagePatterns.product.replace(':product_id', productId === undefined ? '…' : String(productId))}
            </p>
            <p className="text-body font-[560]">{draft.page_title.trim() || title}</p>
            <p className="line-clamp-2 text-small text-muted">{draft.page_description.trim() || plain}</p>
          </div>
        </figure>
      </div>
    </Section>
  )
}

type PriceTexts = { price: string; before: string | undefined; size: string | undefined; unitPrice: string | undefined }

/** Prices as the store shows them now, and the size. */
function describePrice(draft: ProductDraft): PriceTexts {
  const price = toPrice(draft.price)
  const sale = toPrice(draft.sale_price)
  const compareAt = toPrice(draft.compare_at_price)
  const { sale_from, sale_until, size_amount, size_unit } = toFields(draft)
  const now = Date.now()
  const isSale =
    sale !== undefined &&
    (sale_from === null || Date.parse(sale_from) <= now) &&
    (sale_until === null || now < Date.parse(sale_until))
  const current = isSale ? sale : price
  const before = isSale ? Math.max(price ?? 0, compareAt ?? 0) : compareAt
  const hasSize = size_amount !== null && size_amount > 0 && size_unit !== null
  return {
    price: current === undefined ? '–' : formatCents(cents(current)),
    before: before !== undefined && current !== undefined && before > current ? formatCents(cents(before)) : undefined,
    size: hasSize ? formatSize(size_amount, size_unit) : undefined,
    unitPrice: hasSize && current ? formatUnitPrice(cents(current), size_amount, size_unit) : undefined,
  }
}

const PreviewPrice = ({ shown: { price, before }, pv }: { shown: PriceTexts; pv: string }) => (
  <p className="figures flex flex-wrap items-baseline gap-x-3 pt-1 text-body">
    <span className="font-[560]">{price}</span>
    {before && <s className="text-muted">{before}</s>}
    {Number(pv) > 0 && <span className="text-note">{pv} PV</span>}
  </p>
)

const PreviewPicture = ({ url }: { url: string | undefined }) =>
  url === undefined ? (
    <PicturePlaceholder alt="" ratio={[4, 5]} />
  ) : (
    <img src={url} alt="" className="aspect-4/5 w-full bg-sunken object-cover" />
  )

import { DocumentFrame } from '../DocumentFrame.tsx'
import { BrandFields } from './BrandFields.tsx'
import { BrandPreview } from './BrandPreview.tsx'

/** The look of the shop next to its preview (docs/back-office §10). */
export default function BrandPage() {
  return (
    <DocumentFrame kind="brand" document="brand" label="The brand" hasPreviewLink={false}>
      {(editor) => (
        <div className="grid items-start gap-x-10 gap-y-9 xl:grid-cols-2">
          <BrandFields {...editor} />
          <BrandPreview body={editor.body} />
        </div>
      )}
    </DocumentFrame>
  )
}

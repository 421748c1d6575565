import { TextArea, TextField } from '#web/ui/fields.tsx'
import { DocumentFrame } from './DocumentFrame.tsx'

/** The editor of the page for unknown URLs. */
export default function NotFoundEditorPage() {
  return (
    <DocumentFrame kind="not_found" document="not_found" label="The page">
      {({ body, update }) => (
        <div className="grid max-w-text gap-4">
          <TextField
            name="heading"
            label="Heading"
            maxLength={120}
            value={body.heading}
            onChange={({ target }) => update({ heading: target.value })}
          />
          <TextArea
            name="text"
            label="Text"
            optional
            rows={3}
            maxLength={500}
            value={body.text}
            onChange={({ target }) => update({ text: target.value })}
          />
          <TextField
            name="button.label"
            label="Label of the button"
            maxLength={60}
            value={body.button.label}
            onChange={({ target }) => update({ button: { ...body.button, label: target.value } })}
          />
          <TextField
            name="button.link"
            label="Link of the button"
            value={body.button.link}
            onChange={({ target }) => update({ button: { ...body.button, link: target.value } })}
          />
        </div>
      )}
    </DocumentFrame>
  )
}

import { TextArea, TextField } from '#web/ui/fields.tsx'
import { Section } from '../ui/Section.tsx'
import { DocumentFrame } from './DocumentFrame.tsx'
import { LinkList } from './LinkList.tsx'

const lists = [
  ['header', 'Header', 'On a phone, they are in the menu. The footer has them, too.'],
  ['footer', 'Footer', 'After the links of the header.'],
  ['legal', 'Legal', 'At the bottom of every page and where an order is placed.'],
] as const

/** The editor of the links and texts that every page has. */
export default function NavigationEditorPage() {
  return (
    <DocumentFrame kind="navigation" document="navigation" label="The navigation">
      {({ body, update }) => (
        <>
          <p className="max-w-text text-muted">Links to pages that are not published are left out.</p>
          {lists.map(([name, title, note]) => (
            <Section key={name} title={title}>
              <div className="grid gap-3 pt-3">
                <p className="text-small text-muted">{note}</p>
                <LinkList
                  label={`${title} links`}
                  name={name}
                  itemName="link"
                  links={body[name]}
                  onChange={(links) => update({ [name]: links })}
                />
              </div>
            </Section>
          ))}
          <Section title="Texts of the footer">
            <div className="grid max-w-text gap-4 pt-3">
              <TextArea
                name="tagline"
                label="What the shop is"
                optional
                rows={2}
                maxLength={255}
                value={body.tagline}
                onChange={({ target }) => update({ tagline: target.value })}
              />
              <TextField
                name="newsletter_heading"
                label="Heading of the newsletter"
                optional
                maxLength={60}
                value={body.newsletter_heading}
                onChange={({ target }) => update({ newsletter_heading: target.value })}
              />
              <TextArea
                name="newsletter_text"
                label="Text of the newsletter"
                optional
                rows={2}
                maxLength={255}
                value={body.newsletter_text}
                onChange={({ target }) => update({ newsletter_text: target.value })}
              />
            </div>
          </Section>
        </>
      )}
    </DocumentFrame>
  )
}

import { pagePaths } from '#contract/paths.ts'
import { TextField } from '#web/ui/fields.tsx'
import { Section } from '../ui/Section.tsx'
import { DocumentFrame } from './DocumentFrame.tsx'
import { ItemState } from './ItemState.tsx'
import { PeriodFields } from './PeriodFields.tsx'

/** The editor of the line above the header. */
export default function AnnouncementEditorPage() {
  return (
    <DocumentFrame kind="announcement" document="announcement" label="The announcement">
      {({ body, update }) => (
        <Section title="Announcement" note={body.text !== '' && <ItemState period={body} />}>
          <div className="grid max-w-text grid-cols-1 gap-4 pt-3">
            <TextField
              name="text"
              label="Text"
              optional
              maxLength={160}
              hint="Shown on every page of the shop. Empty: no line."
              value={body.text}
              onChange={({ target }) => update({ text: target.value })}
            />
            <TextField
              name="link"
              label="Link"
              optional
              maxLength={1000}
              placeholder={pagePaths.packages}
              value={body.link}
              onChange={({ target }) => update({ link: target.value })}
            />
            <PeriodFields name="" period={body} onChange={update} />
          </div>
        </Section>
      )}
    </DocumentFrame>
  )
}

import { useEffect, useState } from 'react'
import { PICTURE_LIMIT } from '#contract/base/limits.ts'
import type { BrandBody } from '#contract/content/brand.ts'
import { fitAccent, type Theme } from '#domain/brand/accent.ts'
import { displayFonts } from '#domain/brand/display-fonts.ts'
import { isHexColor } from '#domain/brand/oklch.ts'
import { displayFontFiles, fontStack } from '#web/page/display-fonts.ts'
import { PICTURE_TYPES } from '#web/rich-text/use-picture-uploads.ts'
import { FileDrop } from '#web/ui/FileDrop.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { errorMessage } from '../../api/error-messages.ts'
import { adminUpload } from '../../api/upload.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/fields.tsx'
import { RadioList } from '../../ui/RadioList.tsx'
import { Section } from '../../ui/Section.tsx'
import { describeFit } from './contrast-labels.ts'

type BrandFieldsProps = {
  body: BrandBody
  update: (changes: Partial<BrandBody>) => void
  errors: Record<string, string>
  onWaiting: (part: string, isWaiting: boolean) => void
}

/** The fields of the shop's look. */
export function BrandFields({ body, update, errors, onWaiting }: BrandFieldsProps) {
  return (
    <div className="grid grid-cols-1 gap-9">
      <Section title="Logo">
        <div className="grid gap-5 pt-3">
          <LogoField
            label="Your logo"
            hint="PNG, WebP or JPEG, best with a transparent background. Without one, your store’s name is shown."
            src={body.logo}
            error={errors.logo}
            onWaiting={(isWaiting) => onWaiting('logo', isWaiting)}
            onChange={(logo) => update(logo === null ? { logo, logo_dark: null, icon: 'letter' } : { logo })}
          />
          {body.logo !== null && (
            <>
              <LogoField
                label="Logo for dark pages"
                hint="Without one, your logo has a light background there."
                isDark
                src={body.logo_dark}
                error={errors.logo_dark}
                onWaiting={(isWaiting) => onWaiting('logo_dark', isWaiting)}
                onChange={(logo_dark) => update({ logo_dark })}
              />
              <RadioList
                legend="Icon in browser tabs and on phones"
                value={body.icon}
                onChange={(icon) => update({ icon })}
                options={[
                  { value: 'letter', label: 'The first letter of your store’s name on the accent color' },
                  { value: 'logo', label: 'Your logo; best if it is about square' },
                ]}
              />
            </>
          )}
        </div>
      </Section>
      <AccentFields body={body} update={update} errors={errors} />
      <Section title="Font of titles">
        <div className="pt-2">
          <RadioList
            legend="Font of titles"
            isLegendHidden
            value={body.display_font}
            onChange={(display_font) => update({ display_font })}
            options={displayFonts.map((font) => ({ value: font, label: <FontSample font={font} /> }))}
          />
        </div>
      </Section>
    </div>
  )
}

type LogoFieldProps = {
  label: string
  hint: string
  isDark?: boolean
  src: string | null
  error: string | undefined
  onChange: (src: string | null) => void
  onWaiting: (isWaiting: boolean) => void
}

function LogoField({ label, hint, isDark = false, src, error, onChange, onWaiting }: LogoFieldProps) {
  const [failure, setFailure] = useState<string>()

  async function add([file]: readonly File[]) {
    if (!file) return
    setFailure(undefined)
    onWaiting(true)
    try {
      onChange((await adminUpload('staffUpload', file)).location)
    } catch (reason) {
      setFailure(errorMessage(reason) ?? 'The picture was not uploaded.')
    } finally {
      onWaiting(false)
    }
  }

  return (
    <div className="grid gap-2">
      <FileDrop
        label={label}
        hint={hint}
        error={failure ?? error}
        accept={PICTURE_TYPES}
        maxBytes={PICTURE_LIMIT}
        files={[]}
        onFiles={(files) => void add(files)}
      />
      {src !== null && (
        <div className="flex flex-wrap items-center gap-3">
          <span
            className="rounded-card border border-hairline p-3"
            style={{ background: isDark ? '#191513' : '#fbf8f4' }}
          >
            <img src={src} alt={`${label}, as uploaded`} className="h-10 max-w-56 object-contain" />
          </span>
          <Button kind="quiet" onClick={() => onChange(null)}>
            Remove<span className="sr-only"> {label.toLowerCase()}</span>
          </Button>
        </div>
      )}
    </div>
  )
}

const THEMES: readonly Theme[] = ['light', 'dark']
const SUGGESTION = '#8a3b2e'

function AccentFields({ body, update, errors }: Pick<BrandFieldsProps, 'body' | 'update' | 'errors'>) {
  const { accent } = body
  const fits =
    accent !== null && isHexColor(accent) ? THEMES.map((theme) => ({ theme, ...fitAccent(accent, theme) })) : []
  // Agreed to for one color, not for any other.
  const change = (color: string | null) => update({ accent: color, accent_adjusted: false })
  return (
    <Section title="Accent color">
      <div className="grid gap-4 pt-3">
        <p className="text-muted">The color of the next action: buttons, the current step, links in emails.</p>
        <RadioList
          legend="Accent color"
          isLegendHidden
          value={accent === null ? 'theme' : 'own'}
          onChange={(choice) => change(choice === 'own' ? SUGGESTION : null)}
          options={[
            { value: 'theme', label: 'Copper, as designed' },
            { value: 'own', label: 'Your own color' },
          ]}
        />
        {accent !== null && (
          <div className="flex flex-wrap items-end gap-3">
            <TextField
              label="Color"
              name="accent"
              value={accent}
              maxLength={7}
              error={errors.accent}
              onChange={({ target }) => change(target.value.trim().toLowerCase())}
              className="w-36"
            />
            <input
              type="color"
              aria-label="Choose the color"
              value={isHexColor(accent) ? accent : SUGGESTION}
              onChange={({ target }) => change(target.value)}
              className="h-9 w-14 cursor-pointer rounded-field border border-edge bg-raised p-1 pointer-coarse:h-11"
            />
          </div>
        )}
        {fits.length > 0 && (
          <ul className="grid gap-2.5" aria-live="polite">
            {fits.map(({ theme, ...fit }) => (
              <li key={theme} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
                <span
                  aria-hidden
                  className="mt-0.5 size-5 rounded-pill border border-hairline"
                  style={{ background: fit.shades.accent }}
                />
                <span>{describeFit(theme, fit)}</span>
              </li>
            ))}
          </ul>
        )}
        {fits.some(({ problem }) => problem) && (
          <div>
            <Checkbox
              label="Use the adjusted shades"
              hint="Your color stays as it is where it is legible."
              name="accent_adjusted"
              checked={body.accent_adjusted}
              aria-invalid={errors.accent_adjusted ? true : undefined}
              aria-describedby={errors.accent_adjusted ? 'accent-adjusted-error' : undefined}
              onChange={({ target }) => update({ accent_adjusted: target.checked })}
            />
            {errors.accent_adjusted && (
              <p id="accent-adjusted-error" className="pt-1 text-small font-[520] text-danger">
                {errors.accent_adjusted}
              </p>
            )}
          </div>
        )}
      </div>
    </Section>
  )
}

function FontSample({ font }: { font: BrandBody['display_font'] }) {
  const file = displayFontFiles[font]
  useFont(font)
  return (
    <span className="flex flex-wrap items-baseline gap-x-3 py-1">
      <span className="display text-title" style={{ fontFamily: fontStack(file) }}>
        {file.family}
      </span>
      <span className="text-small text-muted">{fontNotes[font]}</span>
    </span>
  )
}

const fontNotes: Record<BrandBody['display_font'], string> = {
  fraunces: 'Warm and soft, as designed',
  'playfair-display': 'Classic, with fine lines',
  jost: 'Modern and geometric',
  'bricolage-grotesque': 'Plain, with character',
}

/** Fonts that the page has. */
const declared = new Set<BrandBody['display_font']>(['fraunces'])

/** Loads a font that the page's own styles do not declare. */
function useFont(font: BrandBody['display_font']): void {
  useEffect(() => {
    if (typeof FontFace === 'undefined' || declared.has(font)) return
    declared.add(font)
    const { family, url } = displayFontFiles[font]
    document.fonts.add(new FontFace(family, `url(${JSON.stringify(url)})`, { weight: '420 460' }))
  }, [font])
}

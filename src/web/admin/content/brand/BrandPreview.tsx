import { type CSSProperties, useContext, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { adminCallPath } from '#contract/admin-call-paths.ts'
import type { BrandBody } from '#contract/content/brand.ts'
import { fitAccent, type Theme } from '#domain/brand/accent.ts'
import { isHexColor } from '#domain/brand/oklch.ts'
import { csrfToken } from '#web/api/personal.ts'
import { displayFontFiles, fontStack } from '#web/page/display-fonts.ts'
import { Logo } from '#web/page/Logo.tsx'
import { cx } from '#web/ui/cx.ts'
import { PicturePlaceholder } from '#web/ui/PicturePlaceholder.tsx'
import { ShopContext } from '../../frame/ShopLogo.tsx'
import { Button } from '../../ui/Button.tsx'
import { useDebounced } from '../../ui/MailPreview.tsx'
import { Section } from '../../ui/Section.tsx'
import { themeColors } from './theme-colors.ts'

const names: Record<Theme, string> = { light: 'Light pages', dark: 'Dark pages' }

/** The look on pages in both themes, in an email and on a document, before it is saved. */
export function BrandPreview({ body }: { body: BrandBody }) {
  // An unfinished color shows that of the theme; the shades show before the owner agrees to them.
  const accent = body.accent !== null && isHexColor(body.accent) ? body.accent : null
  const shown: BrandBody = { ...body, accent, accent_adjusted: true }
  return (
    <Section title="Preview">
      <div className="grid grid-cols-1 gap-5 pt-3 sm:grid-cols-2 xl:grid-cols-1 2xl:grid-cols-2">
        {(['light', 'dark'] as const).map((theme) => (
          <PagePreview key={theme} theme={theme} body={shown} />
        ))}
      </div>
      <FilePreviews json={useDebounced(JSON.stringify(shown))} />
    </Section>
  )
}

function PagePreview({ theme, body }: { theme: Theme; body: BrandBody }) {
  const { shop_name } = useContext(ShopContext)
  const shades = body.accent === null ? undefined : fitAccent(body.accent, theme).shades
  const colors = {
    ...themeColors[theme],
    ...(shades && { accent: shades.accent, 'accent-deep': shades.accentDeep, 'on-accent': shades.onAccent }),
  }
  const style = {
    ...Object.fromEntries(Object.entries(colors).map(([name, color]) => [`--color-${name}`, color])),
    '--font-display': fontStack(displayFontFiles[body.display_font]),
    colorScheme: theme,
  } as CSSProperties
  const logo = (theme === 'dark' && body.logo_dark) || body.logo
  const needsLight = theme === 'dark' && body.logo_dark === null
  return (
    <figure aria-label={names[theme]} className="min-w-0">
      <figcaption className="pb-1.5 text-small text-muted">{names[theme]}</figcaption>
      <div inert style={style} className="overflow-hidden rounded-card border border-hairline bg-paper text-ink">
        <div className="flex min-h-16 items-center gap-5 border-b border-hairline px-4 py-3">
          {logo ? (
            <img
              src={logo}
              alt=""
              className={cx(
                'h-8 w-auto max-w-[60%] object-contain object-left',
                needsLight && 'rounded-field px-2 py-1',
              )}
              style={needsLight ? { background: themeColors.light.paper } : undefined}
            />
          ) : (
            <Logo shop={{ shop_name, logo: null }} className="h-6.5 w-auto" />
          )}
          <span className="ml-auto text-small text-muted max-sm:hidden">Shop all</span>
          <span className="border-b-2 border-accent text-small max-sm:ml-auto">Packages</span>
        </div>
        <div className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-4 p-4">
          <PicturePlaceholder alt="" ratio={[4, 5]} className="rounded-card" />
          <div className="grid content-start gap-2">
            <span className="display text-title">Keratin Smoothing Package</span>
            <span className="text-small text-muted">12 products</span>
            <span className="figures">$248.00</span>
            <span className="inline-flex min-h-10 w-fit items-center rounded-pill bg-accent px-5 font-[560] text-on-accent">
              Add to bag
            </span>
          </div>
        </div>
      </div>
    </figure>
  )
}

const FRAME = 'brand-email'

/** A sample email in a frame, and a sample invoice as a file. */
function FilePreviews({ json }: { json: string }) {
  const mail = useRef<HTMLFormElement>(null)
  const invoice = useRef<HTMLFormElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: sends the look again when it changes
  useEffect(() => mail.current?.submit(), [json])
  const fields = (
    <>
      <input type="hidden" name="_csrf" value={csrfToken()} />
      <input type="hidden" name="brand" value={json} />
    </>
  )
  return (
    <div className="grid gap-3 pt-5">
      <div className="flex flex-wrap items-center gap-3">
        <h3 className="font-[560]">Email</h3>
        <span className="text-small text-muted">In the theme of your computer.</span>
        <Button className="ml-auto" onClick={() => invoice.current?.submit()}>
          Open a sample invoice
        </Button>
      </div>
      {/* A form's response has a Content-Security-Policy of its own, which allows the email's styles. Elsewhere in the
          document, because a form cannot contain another one. */}
      {createPortal(
        <>
          <form ref={mail} hidden method="post" action={adminCallPath('previewBrandMail')} target={FRAME}>
            {fields}
          </form>
          <form
            ref={invoice}
            hidden
            method="post"
            action={adminCallPath('previewBrandInvoice')}
            target="_blank"
            rel="noopener"
          >
            {fields}
          </form>
        </>,
        document.body,
      )}
      <iframe
        name={FRAME}
        title="A sample email in this look"
        sandbox=""
        className="h-[34rem] w-full rounded-card border border-hairline bg-white"
      />
    </div>
  )
}

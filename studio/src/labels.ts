import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { chromium } from 'playwright'
import sharp from 'sharp'
import type { Texture } from './texture.ts'

export type Label = {
  /** Size in centimeters. */
  size: [number, number]
  brand: string
  name: string[]
  /** Small lines under the name, and the line at the bottom. */
  under: string[]
  foot: string
  ink: string
  paper?: string
  /** Height of the name's letters in centimeters. */
  type: number
  align?: 'left' | 'center'
  /** One large figure instead of a rule, such as a shade or a volume. */
  figure?: string
  upright?: boolean
}

const perCm = 96
const require = createRequire(import.meta.url)
const face = (family: string, file: string) =>
  `@font-face{font-family:${family};font-weight:100 900;src:url(data:font/woff2;base64,${readFileSync(require.resolve(file)).toString('base64')})}`

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')

function html(label: Label): string {
  const { size, type, align = 'left', ink } = label
  const em = (cm: number) => `${(cm * perCm).toFixed(1)}px`
  const small = Math.max(type * 0.33, 0.14)
  const rule = label.figure
    ? `<div style="font:480 ${em(type * 2.5)}/1 Display;font-variation-settings:'opsz' 36;letter-spacing:-.03em;margin:${em(small * 1.2)} 0 ${em(small)}">${escaped(label.figure)}</div>`
    : `<div style="width:${em(type * 1.3)};height:${em(Math.max(0.022, type * 0.03))};background:${ink};margin:${em(small * 1.5)} ${align === 'center' ? 'auto' : '0'}"></div>`
  return `<div style="box-sizing:border-box;width:${em(size[0])};height:${em(size[1])};padding:${em(label.paper ? type * 0.7 : 0.06)};color:${ink};background:${label.paper ?? 'transparent'};text-align:${align};display:flex;flex-direction:column;overflow:hidden;${label.upright ? 'writing-mode:vertical-rl;' : ''}">
<div style="font:600 ${em(small)}/1.2 Text;letter-spacing:.2em;text-transform:uppercase;white-space:nowrap">${escaped(label.brand)}</div>
<div style="font:470 ${em(type)}/1.06 Display;font-variation-settings:'opsz' 40;letter-spacing:-.015em;margin-top:${em(type * 0.75)};white-space:nowrap">${label.name.map(escaped).join('<br>')}</div>
${label.upright ? '' : rule}
<div style="font:480 ${em(small)}/1.5 Text;letter-spacing:.02em;white-space:nowrap">${label.under.map(escaped).join('<br>')}</div>
<div style="font:520 ${em(small)}/1.2 Text;letter-spacing:.06em;margin-top:auto;white-space:nowrap">${escaped(label.foot)}</div></div>`
}

/** Renders every label in the shop's typefaces; the browser only sets the type, all light is computed here. */
export async function setLabels(labels: Record<string, Label>): Promise<Map<string, Texture>> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    const page = await browser.newPage({ viewport: { width: 1600, height: 1600 } })
    const fonts =
      face('Display', '@fontsource-variable/fraunces/files/fraunces-latin-full-normal.woff2') +
      face('Text', '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2')
    const out = new Map<string, Texture>()
    await page.setContent(
      `<style>${fonts}html,body{margin:0;background:transparent}#label{display:inline-block;font-optical-sizing:auto}</style><div id="label"></div>`,
    )
    await page.evaluate(() => Promise.all(['16px Display', '16px Text'].map((font) => document.fonts.load(font))))
    for (const [name, label] of Object.entries(labels)) {
      await page.locator('#label').evaluate((node, markup) => {
        node.innerHTML = markup
      }, html(label))
      const png = await page.locator('#label > div').screenshot({ omitBackground: true })
      out.set(name, await halvings(png))
    }
    return out
  } finally {
    await browser.close()
  }
}

async function halvings(png: Buffer): Promise<Texture> {
  const { width, height } = await sharp(png).metadata()
  const levels = []
  for (let step = 1; step <= 8 && width / step > 8 && height / step > 8; step *= 2) {
    const { data, info } = await sharp(png)
      .ensureAlpha()
      .resize(Math.round(width / step), Math.round(height / step))
      .raw()
      .toBuffer({ resolveWithObject: true })
    // Shared memory: the workers read the same labels instead of each getting a copy.
    const bytes = new Uint8Array(new SharedArrayBuffer(data.length))
    bytes.set(data)
    levels.push({ width: info.width, height: info.height, bytes })
  }
  return { levels, perCm }
}

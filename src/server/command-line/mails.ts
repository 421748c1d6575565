import { previewMails } from '../mail/preview-mails.ts'
import { openSettings } from '../settings/settings.ts'
import type { Bench } from './verb.ts'

export async function previewMailsVerb(bench: Bench, folder: string): Promise<number> {
  const settings = await openSettings(bench.connection.db, bench.env)
  const count = await previewMails(settings, bench.config.publicUrl, bench.pathOf(folder))
  bench.say(`Wrote ${count} mails to ${folder}, each as .html and as .txt. None was sent.`)
  return 0
}

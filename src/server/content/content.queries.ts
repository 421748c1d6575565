import { sql } from 'kysely'
import type { Database } from '#server/platform/database/connection.ts'
import type { HomePopupId, HomeSlideId } from '#server/platform/database/tables.generated.ts'

export type SlideRow = {
  id: HomeSlideId
  eyebrow: string
  heading: string
  text: string
  action_label: string
  action_path: string
  file: string
  alt: string
}
export type PopupRow = {
  id: HomePopupId
  title: string
  text: string
  action_label: string | null
  action_path: string | null
}

/** Finds the home page's slides and popups in one round trip. */
export async function findHome(db: Database): Promise<{ slides: SlideRow[]; popups: PopupRow[] }> {
  const { rows } = await sql<{ slides: SlideRow[]; popups: PopupRow[] }>`
    select
      coalesce((select jsonb_agg(slide order by position, id) from home_slides slide), '[]') as slides,
      coalesce((select jsonb_agg(popup order by position, id) from home_popups popup where active), '[]') as popups`.execute(
    db,
  )
  return rows[0] ?? { slides: [], popups: [] }
}

/** Finds all slides and popups, including hidden ones. */
export async function findFullHome(
  db: Database,
): Promise<{ slides: SlideRow[]; popups: (PopupRow & { active: boolean })[] }> {
  const { slides } = await findHome(db)
  const popups = await db
    .selectFrom('home_popups')
    .select(['id', 'title', 'text', 'action_label', 'action_path', 'active'])
    .orderBy('position')
    .orderBy('id')
    .execute()
  return { slides, popups }
}

export const hasState = async (db: Database, code: string): Promise<boolean> =>
  (await db.selectFrom('states').select('code').where('code', '=', code).executeTakeFirst()) !== undefined

export const findStates = (db: Database): Promise<{ code: string; name: string }[]> =>
  db.selectFrom('states').select(['code', 'name']).orderBy('name').execute()

import { expect, it } from 'vitest'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { databaseTest } from '#test/database.ts'
import { makeStaff, staffSession } from '#test/staff.ts'

databaseTest('the shop’s own pages', (connection) => {
  const suite = appForSuite(connection)

  it('can be read in order by a manager, including popups that visitors do not see', async () => {
    const { db } = connection()
    const slide = { action_label: 'Look', action_path: '/packages', file: 'spring' }
    await db
      .insertInto('home_slides')
      .values([
        { ...slide, position: 2, heading: 'Second' },
        { ...slide, position: 1, heading: 'First' },
      ])
      .execute()
    await db
      .insertInto('home_popups')
      .values([
        { position: 2, title: 'Over', text: 'It was in May.', active: false },
        { position: 1, title: 'Now', text: 'It is on.', action_label: 'See', action_path: '/packages' },
      ])
      .execute()
    const signIn = async (role: 'clerk' | 'manager') => {
      const browser = browserOf(suite)
      browser.jar.set('staff', await staffSession(db, (await makeStaff(db, role)).id))
      return browser.get('/admin/content.json')
    }

    expect((await signIn('manager')).json()).toMatchObject({
      slides: [{ heading: 'First', image: { src: '/uploads/spring' } }, { heading: 'Second' }],
      popups: [
        { title: 'Now', active: true, action_path: '/packages' },
        { title: 'Over', active: false, action_path: null },
      ],
    })
    expect((await signIn('clerk')).statusCode).toBe(403)
  })
})

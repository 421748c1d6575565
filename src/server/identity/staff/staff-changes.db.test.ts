import { expect, it } from 'vitest'
import type { AdminResponse } from '#contract/admin-calls.ts'
import type { Role } from '#contract/permissions.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { databaseTest } from '#test/database.ts'
import { makeStaff, staffSession } from '#test/staff.ts'

databaseTest('changes by other staff', (connection) => {
  const suite = appForSuite(connection)
  const query = (text: string, values: unknown[] = []) => connection().pool.query(text, values)

  async function signIn(role: Role) {
    const { id, email } = await makeStaff(connection().db, role)
    const browser = browserOf(suite)
    browser.jar.set('staff', await staffSession(connection().db, id))
    const save = async (name: string) => {
      const saved = await browser.post('/admin/views/save', { area: 'orders', query: '', name })
      expect(saved.statusCode).toBe(200)
    }
    const changes = async (): Promise<AdminResponse<'changes'>['data']> => {
      const response = await browser.get('/admin/changes.json')
      expect(response.statusCode).toBe(200)
      return response.json().data
    }
    return { id, email, browser, save, changes }
  }

  it('are visible on open pages within moments, and a user’s own changes are marked', async () => {
    const clerk = await signIn('clerk')
    const manager = await signIn('manager')
    await manager.save('Late')
    await clerk.save('To pack')
    const listViewChanges = async ({ changes }: typeof clerk) =>
      (await changes())
        .filter(({ action }) => action === 'view.saved')
        .map(({ actor, by_viewer, subject_kind, subject_id }) => ({
          who: actor,
          own: by_viewer,
          subject: `${subject_kind}:${subject_id}`,
        }))
    const byClerk = { who: clerk.email, subject: `staff:${clerk.id}` }
    const byManager = { who: manager.email, subject: `staff:${manager.id}` }
    // Newest first.
    expect(await listViewChanges(clerk)).toEqual([
      { ...byClerk, own: true },
      { ...byManager, own: false },
    ])
    expect(await listViewChanges(manager)).toEqual([
      { ...byClerk, own: false },
      { ...byManager, own: true },
    ])
  })

  it('made by the shop itself or on the command line are not marked as the user’s own', async () => {
    const { id, changes } = await signIn('clerk')
    for (const kind of ['system', 'command_line', 'customer'])
      await query(
        `insert into audit_entries (actor_kind, actor_id, actor_name, action, subject_kind, subject_id)
           values ($1, $2, $1, 'order.changed', 'order', '100017')`,
        [kind, id],
      )
    const data = (await changes()).filter(({ subject_id }) => subject_id === '100017')
    expect(data.map(({ actor, by_viewer }) => [actor, by_viewer])).toEqual([
      ['customer', false],
      ['command_line', false],
      ['system', false],
    ])
  })

  it('are no longer reported after a few seconds', async () => {
    const { id, email, changes } = await signIn('manager')
    const madeBefore = (seconds: number) =>
      query(
        `insert into audit_entries (made_at, actor_kind, actor_id, actor_name, role, action, subject_kind, subject_id)
           values (now() - make_interval(secs => $1), 'staff', $2, $3, 'manager', 'order.changed', 'order', $4)`,
        [seconds, id, email, String(seconds)],
      )
    for (const seconds of [3600, 30, 1]) await madeBefore(seconds)
    const data = (await changes()).filter(({ actor }) => actor === email)
    expect(data.map(({ subject_id }) => subject_id)).toEqual(['1'])
  })

  it('are reported only to signed-in staff', async () => {
    expect((await browserOf(suite).get('/admin/changes.json')).statusCode).toBe(401)
  })
})

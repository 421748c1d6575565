import { expect, it } from 'vitest'
import type { StaffView } from '#contract/identity/saved-views.ts'
import type { Role } from '#contract/permissions.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { databaseTest } from '#test/database.ts'
import { makeStaff, staffSession } from '#test/staff.ts'

databaseTest('saved views of a list', (connection, engine) => {
  const suite = appForSuite(connection)

  async function signIn(role: Role) {
    const { id, email } = await makeStaff(connection().db, role)
    const browser = browserOf(suite)
    browser.jar.set('staff', await staffSession(connection().db, id))
    const list = async (): Promise<StaffView[]> => (await browser.get('/admin/views.json?area=orders')).json().views
    const save = (view: object) => browser.post('/admin/views/save', { area: 'orders', query: '', ...view })
    return { id, email, browser, list, save }
  }

  it('are saved, renamed, changed and deleted, each with an audit entry', async () => {
    const { id, email, browser, list, save } = await signIn('clerk')
    const saved = await save({ name: ' Unpaid in NJ ', query: 'payment=unpaid&state=NJ&sort=total' })
    expect(saved.statusCode).toBe(200)
    const view: StaffView = saved.json()
    expect(view).toEqual({
      id: view.id,
      area: 'orders',
      name: 'Unpaid in NJ',
      query: 'payment=unpaid&state=NJ&sort=total',
      shared: false,
      personal: true,
      created_by: email,
      version: '1',
    })
    await save({ name: 'All' })
    expect((await list()).map(({ name }) => name)).toEqual(['All', 'Unpaid in NJ'])

    const change = (body: object) => browser.post(`/admin/views/${view.id}/change`, body)
    const renamed = await change({ name: 'To be paid', expected_version: '1' })
    expect(renamed.json()).toEqual({ ...view, name: 'To be paid', version: '2' })
    // A repeated request, or one from an outdated window.
    const repeated = await change({ query: 'status=canceled', expected_version: '1' })
    expect([repeated.statusCode, repeated.json()]).toMatchObject([
      409,
      { code: 'stale', current: { name: 'To be paid', version: '2' } },
    ])
    expect((await change({ query: 'status=canceled', expected_version: '2' })).json()).toMatchObject({
      name: 'To be paid',
      query: 'status=canceled',
    })
    expect((await browser.post(`/admin/views/${view.id}/delete`, {})).json()).toEqual({ deleted: true })
    expect((await browser.post(`/admin/views/${view.id}/delete`, {})).statusCode).toBe(404)
    expect((await list()).map(({ name }) => name)).toEqual(['All'])
    const { rows } = await connection().pool.query(
      `select action from audit_entries where subject_kind = 'staff' and subject_id = $1 and action like 'view.%' order by id`,
      [String(id)],
    )
    const payloads = await connection().pool.query(
      `select payload from audit_payloads join audit_entries on id = entry_id where action like 'view.%' order by id`,
    )
    expect(payloads.rows[2].payload.after, 'the query may name a person and is left out').toMatchObject({
      shared: false,
    })
    expect(JSON.stringify(payloads.rows)).not.toMatch(/payment=unpaid|status=canceled/)
    expect(rows.map(({ action }) => action)).toEqual([
      'view.saved',
      'view.saved',
      'view.changed',
      'view.changed',
      'view.deleted',
    ])
  })

  it('have unique names and only queries that fit into a URL', async () => {
    const { browser, save } = await signIn('clerk')
    const { id } = (await save({ name: 'Late' })).json()
    const nameTaken = await save({ name: 'LATE' })
    expect(nameTaken.json()).toMatchObject({ status: 409, code: 'name_taken', errors: { name: expect.any(String) } })
    const other = (await save({ name: 'Other' })).json()
    expect(
      (await browser.post(`/admin/views/${other.id}/change`, { name: 'late', expected_version: '1' })).statusCode,
    ).toBe(409)
    // Changing the case of its own name is not a conflict.
    expect((await browser.post(`/admin/views/${id}/change`, { name: 'LATE', expected_version: '1' })).statusCode).toBe(
      200,
    )
    const many = await signIn('clerk')
    for (let n = 0; n < 100; n++) await many.save({ name: `View ${n}` })
    expect((await many.save({ name: 'One more' })).json()).toMatchObject({ status: 422, code: 'too_many_views' })
    // Views of other people may have the same name.
    expect((await (await signIn('clerk')).save({ name: 'Late' })).statusCode).toBe(200)
    for (const wrong of [
      { name: '' },
      { name: 'x'.repeat(61) },
      { name: 'a', query: '<script>' },
      { name: 'a', query: 'a b' },
      { name: 'a', query: 'x'.repeat(2001) },
      { name: 'a', area: 'members' },
      { name: 'a', shared: 'yes' },
    ])
      expect([wrong, (await save(wrong)).statusCode]).toEqual([wrong, 422])
  })

  it('are shared by managers, visible to everyone, and changed only by their creator', async () => {
    const manager = await signIn('manager')
    const clerk = await signIn('clerk')
    expect((await clerk.save({ name: 'For all', shared: true })).statusCode).toBe(403)
    const view: StaffView = (await manager.save({ name: 'For all', shared: true })).json()
    await manager.save({ name: 'Mine' })
    const current = (await clerk.list()).filter(({ created_by }) => created_by === manager.email)
    expect(current).toEqual([{ ...view, personal: false }])
    const body = { name: 'Taken over', expected_version: '1' }
    expect((await clerk.browser.post(`/admin/views/${view.id}/change`, body)).statusCode).toBe(404)
    expect((await clerk.browser.post(`/admin/views/${view.id}/delete`, {})).statusCode).toBe(404)
    const personal: StaffView = (await clerk.save({ name: 'Own' })).json()
    const share = { shared: true, expected_version: '1' }
    expect((await clerk.browser.post(`/admin/views/${personal.id}/change`, share)).statusCode).toBe(403)
    await manager.browser.post(`/admin/views/${view.id}/change`, { shared: false, expected_version: '1' })
    expect((await clerk.list()).map(({ name }) => name)).not.toContain('For all')
  })

  if (engine === 'postgres') {
    it('are saved once when two windows use the same name at once', async () => {
      const { list, save } = await signIn('clerk')
      const responses = await Promise.all([save({ name: 'Twice' }), save({ name: 'Twice' })])
      expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
      expect((await list()).length).toBe(1)
    })
  }
})

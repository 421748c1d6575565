import { Client, findCsrfToken, type HttpResponse } from '../../bench/support/client.ts'

/** A client of a running shop that keeps cookies and the token. */
export async function openVisitor(port: number) {
  const client = new Client(port, 4)
  const jar = new Map<string, string>()
  let csrf = ''
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const storeCookies = (response: HttpResponse): HttpResponse => {
    for (const line of [response.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      value === '' ? jar.delete(name) : jar.set(name, value)
    }
    return response
  }
  const get = async (path: string) => storeCookies(await client.send('GET', path, { cookie: cookie() }))
  /** Simulates a reload after an identity change. */
  const reload = async () => {
    csrf = findCsrfToken((await get('/faqs')).body)
  }
  await reload()
  return {
    get,
    reload,
    /** Throws with the response unless the call succeeds. */
    async post(path: string, body: object) {
      const response = storeCookies(await client.post(path, { cookie: cookie(), csrf }, body))
      if (response.status >= 300) throw new Error(`${path} returned ${response.status} ${response.body}`)
      return JSON.parse(response.body)
    },
    /** Returns any response; its cookies are kept. */
    postWithoutCheck: async (path: string, body: object) =>
      storeCookies(await client.post(path, { cookie: cookie(), csrf }, body)),
    /** A form with a file. */
    async postForm(path: string, body: FormData) {
      const headers = { accept: 'application/json', cookie: cookie(), 'x-csrf-token': csrf }
      const response = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body })
      if (!response.ok) throw new Error(`${path} returned ${response.status} ${await response.text()}`)
      return response.json()
    },
    postForStatus: async (path: string, body: object) =>
      (await client.post(path, { cookie: cookie(), csrf }, body)).status,
    cookies: () => [...jar].map(([name, value]) => ({ name, value, url: `http://127.0.0.1:${port}` })),
    close: () => client.close(),
  }
}

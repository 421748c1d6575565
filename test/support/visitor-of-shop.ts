import { Client, type HttpResponse, findCsrfToken } from '../../bench/support/client.ts'

/** A client of a running shop that keeps cookies and the token. */
export async function visitorOf(port: number) {
  const client = new Client(port, 4)
  const jar = new Map<string, string>()
  let csrf = ''
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const keep = (answer: HttpResponse): HttpResponse => {
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      value === '' ? jar.delete(name) : jar.set(name, value)
    }
    return answer
  }
  const get = async (path: string) => keep(await client.send('GET', path, { cookie: cookie() }))
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
      const answer = keep(await client.post(path, { cookie: cookie(), csrf }, body))
      if (answer.status >= 300) throw new Error(`${path} answered ${answer.status} ${answer.body}`)
      return JSON.parse(answer.body)
    },
    /** Returns any response; its cookies are kept. */
    attempt: async (path: string, body: object) => keep(await client.post(path, { cookie: cookie(), csrf }, body)),
    /** A form with a file. */
    async postForm(path: string, body: FormData) {
      const headers = { accept: 'application/json', cookie: cookie(), 'x-csrf-token': csrf }
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body })
      if (!answer.ok) throw new Error(`${path} answered ${answer.status} ${await answer.text()}`)
      return answer.json()
    },
    statusOf: async (path: string, body: object) => (await client.post(path, { cookie: cookie(), csrf }, body)).status,
    cookies: () => [...jar].map(([name, value]) => ({ name, value, url: `http://127.0.0.1:${port}` })),
    close: () => client.close(),
  }
}

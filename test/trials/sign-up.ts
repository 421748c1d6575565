import { assertThat } from './trial-shop.ts'

export type Member = { url: string; cookie: string; csrf: string }

const PASSWORD = 'a long enough one 4471'

/** Registers with a running shop and signs in. */
export async function signUp(url: string, email = 'hostile@example.com'): Promise<Member> {
  let cookies = new Map<string, string>()
  const storeCookies = (response: Response) => {
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';', 1)[0]?.split('=', 2) ?? []
      cookies = new Map(cookies).set(name, value)
    }
    return response
  }
  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const visit = async () => {
    const page = await storeCookies(
      await fetch(`${url}/faqs`, { headers: { cookie: cookie(), accept: 'text/html' } }),
    ).text()
    return /<meta name="csrf-token" content="([^"]+)"/.exec(page)?.[1] ?? ''
  }
  const csrf = await visit()
  const post = async (path: string, body: object) => {
    const headers = { cookie: cookie(), 'x-csrf-token': csrf, 'content-type': 'application/json' }
    const response = storeCookies(await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) }))
    assertThat(response.ok, `${path} returned ${response.status}`)
  }
  const name = { first_name: 'Ana', last_name: 'Reyes', phone_number: '(201) 555-0100', cosmetology_id: 'NJ-4471' }
  const address = { address_1: '1 Main Street', city: 'Englewood', state: 'NJ', zip: '07631' }
  await post('/register', { ...name, ...address, email, franchise: 'Y', password: PASSWORD, confirmation: PASSWORD })
  await post('/login', { email, password: PASSWORD })
  return { url, csrf: await visit(), cookie: cookie() }
}

const COMMAND = 'npm run shop -- --help'

/** Says that there is nothing to sign in to yet (docs/back-office §1 has what comes). */
export default function SignInPage() {
  return (
    <section className="grid max-w-text gap-5">
      <title>Sign in – Back office</title>
      <h1 className="display text-heading">The back office is not open yet</h1>
      <p className="text-lead text-muted">
        Orders, payments, stock and members will be looked after here. There are no staff accounts so far, so nobody can
        sign in.
      </p>
      <p>Until then, whoever runs the server runs the shop, on its command line:</p>
      <pre className="figures overflow-x-auto rounded-field border border-hairline bg-sunken px-4 py-3 text-note">
        <code>{COMMAND}</code>
      </pre>
    </section>
  )
}

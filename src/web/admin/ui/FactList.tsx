export type Fact = { name: string; value: string }

/** Facts shown for an approval, one per line; a fact without a value is left out. */
export const FactList = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className="figures grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1">
    {facts
      .filter(({ value }) => value !== '')
      .map(({ name, value }) => (
        <div key={name} className="contents">
          <dt className="text-muted first-letter:uppercase">{name}</dt>
          <dd className="break-words">{value}</dd>
        </div>
      ))}
  </dl>
)

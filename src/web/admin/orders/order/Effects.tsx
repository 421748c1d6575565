/** Lists the effects of an action before it happens, one per line. */
export const Effects = ({ effects }: { effects: readonly (string | false | undefined)[] }) => (
  <ul aria-label="What will happen" className="figures grid gap-1.5">
    {effects.map(
      (effect) =>
        effect && (
          <li key={effect} className="border-l-2 border-edge pl-3">
            {effect}
          </li>
        ),
    )}
  </ul>
)

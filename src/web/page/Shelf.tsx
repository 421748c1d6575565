/** Illustration for empty states: a shelf with one item missing, drawn as an outline. */
export const Shelf = ({ className = 'w-72 max-w-full' }: { className?: string }) => (
  <svg viewBox="0 0 360 170" fill="none" stroke="currentColor" strokeWidth="2" className={className} aria-hidden="true">
    <path d="M4 150h352M24 150v14M336 150v14M36 150V88a8 8 0 0 1 8-8h32a8 8 0 0 1 8 8v62M48 80V62h24v18M56 62V48h30M36 104h48M104 150v-40a6 6 0 0 1 6-6h48a6 6 0 0 1 6 6v40M108 104V92a4 4 0 0 1 4-4h44a4 4 0 0 1 4 4v12M252 150V70h44v80M258 70l6-26h20l6 26M312 150v-34a4 4 0 0 1 4-4h14a4 4 0 0 1 4 4v34M320 112V52c0-8 6-8 6 0v60" />
    <path
      opacity=".5"
      strokeDasharray="4 6"
      d="M188 150V74a8 8 0 0 1 8-8h24a8 8 0 0 1 8 8v76M198 66V44a4 4 0 0 1 4-4h12a4 4 0 0 1 4 4v22"
    />
  </svg>
)

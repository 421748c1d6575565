import { Missing } from '../ui/states.tsx'

export const NowherePage = () => (
  <>
    <title>Nothing here – Back office</title>
    <Missing />
  </>
)

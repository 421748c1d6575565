import { Missing } from '../ui/states.tsx'

export const NowherePage = () => <Missing />

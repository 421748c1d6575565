import { Missing } from '../ui/states.tsx'

export const NotFoundPage = () => <Missing />

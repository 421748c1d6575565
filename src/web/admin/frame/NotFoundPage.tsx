import { NotFound } from '../ui/states.tsx'

export const NotFoundPage = () => <NotFound />

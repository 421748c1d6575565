import HomePage from './catalog/HomePage.tsx'
import { NewestPosts } from './post/NewestPosts.tsx'

/** The home page, with the posts at its end: they stand above the catalogue. */
const HomeRoute = () => <HomePage newest={<NewestPosts />} />
export default HomeRoute

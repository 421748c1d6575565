import HomePage from './shop/catalog/HomePage.tsx'
import { NewestPosts } from './shop/posts/NewestPosts.tsx'

/** Appends the posts here because that module is layered above the catalog. */
const HomeRoute = () => <HomePage newest={<NewestPosts />} />
export default HomeRoute

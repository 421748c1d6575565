import HomePage from './shop/catalog/HomePage.tsx'
import { NewestPosts } from './shop/posts/NewestPosts.tsx'

/** Passes the posts here because that module is layered above the catalog. */
const HomeRoute = () => <HomePage Posts={NewestPosts} />
export default HomeRoute

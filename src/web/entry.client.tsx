// Imported before any component because hot reload hooks into React here. Empty in the production build.
import '@vitejs/plugin-react/preamble'
import './styles.css'
import { hydrate } from './page/hydrate.tsx'
import { routes } from './routes.tsx'

hydrate(routes)

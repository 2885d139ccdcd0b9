import { shellRoutes } from '../features/shell/server/shell.routes.ts'
import type { Route } from './http/route.ts'

/** Every endpoint of the program. The walk over endpoint × role × foreign book reads this list too. */
export const routes: readonly Route[] = [...shellRoutes]

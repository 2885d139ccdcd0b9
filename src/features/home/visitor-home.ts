import { lazyRouteComponent } from '@tanstack/react-router'

/** Members load it only after the first screen, for when they log out (src/app/web/main.tsx). */
export const VisitorHome = lazyRouteComponent(() => import('./VisitorHome.tsx'), 'VisitorHome')

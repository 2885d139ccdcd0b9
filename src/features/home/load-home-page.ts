import { sessionStore } from '../../web/session/session-store.ts'
import { HomePage } from './HomePage.tsx'
import { VisitorHome } from './visitor-home.ts'

/** The home page, with what visitors see where it is already certain that nobody is logged in. */
export async function loadHomePage(): Promise<typeof HomePage> {
  if (sessionStore.read().state === 'signed-out') await VisitorHome.preload?.()
  return HomePage
}

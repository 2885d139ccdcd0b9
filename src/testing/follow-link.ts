import { hostOf, type TestApp, type TestSession } from './app.ts'

/** Follows a link to a document as a browser does: by the session's cookie alone. */
export const followLink = (portal: TestApp, href: string, as: TestSession) =>
  portal.app.inject({ url: href, headers: { host: hostOf(as.client), cookie: as.headers.cookie } })

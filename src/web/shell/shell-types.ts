import type { Client } from '../../clients/client.ts'

/** An entry of a menu (§3). Whoever builds the list leaves out what may not be seen. */
export type MenuItem = {
  title: string
  /** An address of the portal, or of another site where `external`. */
  route: string
  buttonId?: string
  external?: boolean
  target?: '_blank'
  isCurrent?: boolean
  children?: readonly MenuItem[]
}

/** What the shell needs to know of a client. */
export type ShellClient = Pick<
  Client,
  | 'name'
  | 'displayName'
  | 'tagline'
  | 'menu'
  | 'logoWidthDesktopPx'
  | 'logoWidthMobilePx'
  | 'support'
  | 'footer'
>

/** The three states of the header (§4). */
export type ShellVisitor =
  | { state: 'logged-out'; logInTo: string }
  | { state: 'logged-in'; name: string | null; profileMenu: readonly MenuItem[]; onLogOut: () => void }
  | { state: 'forced-email-change'; onLogOut: () => void }

/** What stands in for the name of somebody who has none (§2.3). */
export const namelessUser = 'ERROR'

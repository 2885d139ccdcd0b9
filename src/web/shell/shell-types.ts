import type { Client } from '../../clients/client.ts'

/** A menu entry (§3). Lists contain only entries that the person may see. */
export type MenuItem = {
  title: string
  /** A path of the portal, or another site's address if `external`. */
  route: string
  buttonId?: string
  external?: boolean
  target?: '_blank'
  isCurrent?: boolean
  children?: readonly MenuItem[]
}

/** The client settings that the shell uses. */
export type ShellClient = Pick<
  Client,
  | 'name'
  | 'displayName'
  | 'tagline'
  | 'logo'
  | 'menu'
  | 'logoWidthDesktopPx'
  | 'logoWidthMobilePx'
  | 'support'
  | 'footer'
>

/** The three states of the header (§4). */
export type ShellVisitor =
  | { state: 'logged-out'; logInTo: string; onLogIn: () => void }
  | { state: 'logged-in'; name: string | null; profileMenu: readonly MenuItem[]; onLogOut: () => void }
  | { state: 'forced-email-change'; onLogOut: () => void }

/** Shown instead of a missing user name (§2.3). */
export const namelessUser = 'ERROR'

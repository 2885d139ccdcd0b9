/**
 * What shows that a switch has its effect: a test, and where the effect is made. `tools/prove-switches.ts` takes the effect
 * away there, by writing `without` in the place of `effect`, and sees the test fail.
 */
export type Proof = {
  /** The file of the test, and its whole title without those of its groups. */
  test: string
  title: string
  /** The file that reads the switch, and the words in it that give it its effect; they stand there once. */
  reader: string
  effect: string
  without: string
}

/** The proofs of some switches, by the switches' names; each has at least one. */
export type Proofs = Readonly<Record<string, readonly Proof[]>>

export const overHttp = 'src/clients/settings-over-http.test.ts'
export const inPage = 'src/clients/settings-in-page.test.tsx'
export const menus = 'src/app/web/menu.test.ts'
export const ofBooks = 'src/server/http/book-of-request.ts'
export const screenPaths = 'src/contract/screen-paths.ts'
export const logo = 'src/web/shell/Logo.tsx'
export const openingTitle =
  'Open a New Account shows with ACCOUNT_CREATE_VIEW, as a PDF in a new tab at clients that are no bank'

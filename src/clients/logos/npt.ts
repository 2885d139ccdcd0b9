import type { Logo } from '../../domain/logo.ts'

/** NPT's logo: a sprig of three leaves, one in the accent color. Drawn for this project. */
export const logo = [
  { path: 'M23.1 46V24.5h1.8V46z', fill: 'ink' },
  { path: 'M23.6 35.4C13.2 35 6.4 28.6 5.4 17.6c10.6.6 17.6 7 18.2 17.8Z', fill: 'ink' },
  { path: 'M24.4 29.6C24 18.6 30.6 11.4 42.6 10c-.2 12-7 19-18.2 19.6Z', fill: 'ink' },
  { path: 'M24 21.6c-4.8-5.4-4.8-12.2 0-19 4.8 6.8 4.8 13.6 0 19Z', fill: 'accent' },
] as const satisfies Logo

import type { Logo } from '../../domain/logo.ts'

/** NPT UK's logo: an acorn in its cup with a bent stalk. Drawn for this project. */
export const logo = [
  { path: 'M11 25.5h26c0 9.4-6 15.6-11.2 18.2L24 46l-1.8-2.3C17 41.1 11 34.9 11 25.5Z', fill: 'accent' },
  {
    path: 'M7.5 22.6c0-6.6 7.4-11 16.5-11s16.5 4.4 16.5 11c0 .8-.7 1.4-1.6 1.4H9.1c-.9 0-1.6-.6-1.6-1.4Z',
    fill: 'ink',
  },
  { path: 'M23 12.6c.2-4.2 1.9-7.4 5.6-9.9l1.5 1.9c-2.9 2-4.3 4.5-4.5 8Z', fill: 'ink' },
] as const satisfies Logo

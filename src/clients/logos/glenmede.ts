import type { Logo } from '../../domain/logo.ts'

/** Glenmede's logo in this portal: a glen between two hills, a stream and the evening sun. Drawn for this project. */
export const logo = [
  { circle: [27.5, 11, 6], fill: 'accent' },
  { path: 'M1 40 14.5 14.5 22 28.6c-2.6 3.4-2.4 6.2 0 8.2 1 .9 1.6 1.9 1.8 3.2Z', fill: 'ink' },
  { path: 'M47 40 36.5 21.5 26.2 35c1.3 1.5 2.2 3.1 2.5 5Z', fill: 'ink' },
  { path: 'M1 43h46v2H1z', fill: 'ink' },
] as const satisfies Logo

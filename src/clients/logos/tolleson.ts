import type { Logo } from '../../domain/logo.ts'

/** Tolleson's logo in this portal: an eight-pointed star around a square. Drawn for this project. */
export const logo = [
  {
    path: 'M24 2 29.5 12.4 39.6 8.4 35.6 18.5 46 24 35.6 29.5 39.6 39.6 29.5 35.6 24 46 18.5 35.6 8.4 39.6 12.4 29.5 2 24 12.4 18.5 8.4 8.4 18.5 12.4ZM24 15.5 15.5 24 24 32.5 32.5 24Z',
    fill: 'ink',
    isEvenOdd: true,
  },
  { path: 'M24 19.6 28.4 24 24 28.4 19.6 24Z', fill: 'ink' },
] as const satisfies Logo

import type { Logo } from '../../domain/logo.ts'

/** NPT UK's logo for its dollar funds: the acorn in outline within a coin. Drawn for this project. */
export const logo = [
  { circle: [24, 24, 17.5], line: { paint: 'ink', widthPx: 2 } },
  { circle: [24, 24, 21.8], line: { paint: 'accent', widthPx: 1.6, dashPx: [1.5, 3.39] } },
  {
    path: 'M17.5 24.5h13c0 5.2-3.2 8.6-6.5 10.3-3.3-1.7-6.5-5.1-6.5-10.3Z',
    line: { paint: 'ink', widthPx: 2 },
  },
  {
    path: 'M16 22.2c0-3.6 3.6-5.9 8-5.9s8 2.3 8 5.9ZM24 16.3v-3.6',
    fill: 'ink',
    line: { paint: 'ink', widthPx: 2 },
  },
] as const satisfies Logo

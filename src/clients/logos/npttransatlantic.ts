import type { Logo } from '../../domain/logo.ts'

/** NPT Transatlantic's logo: two shores, three waves and a light over the water. Drawn for this project. */
export const logo = [
  { path: 'M5 10v32h4.5V14.5ZM43 10v32h-4.5V14.5Z', fill: 'ink' },
  {
    path: 'M13 24c3.7-3.2 7.3-3.2 11 0s7.3 3.2 11 0M13 31.5c3.7-3.2 7.3-3.2 11 0s7.3 3.2 11 0M13 39c3.7-3.2 7.3-3.2 11 0s7.3 3.2 11 0',
    line: { paint: 'ink', widthPx: 2.2 },
  },
  { circle: [24, 11, 4.2], fill: '#f0846c' },
] as const satisfies Logo

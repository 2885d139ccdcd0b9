import type { Logo } from '../../domain/logo.ts'

/** UBS's logo in this portal: a bridge of three spans over still water. Drawn for this project; not the bank's own. */
export const logo = [
  {
    path: 'M2 14h44v4H2zM2 20h44v14h-3.2a6.8 6.8 0 0 0-13.6 0h-.4a6.8 6.8 0 0 0-9.6 0h-.4a6.8 6.8 0 0 0-13.6 0H2z',
    fill: 'ink',
  },
  { path: 'M2 38h20v2.2H2zM26 38h20v2.2H26z', fill: 'accent' },
] as const satisfies Logo

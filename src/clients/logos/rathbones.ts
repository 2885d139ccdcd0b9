import type { Logo } from '../../domain/logo.ts'

/** Rathbones' logo: two arches on three steps with a brass keystone. Drawn for this project. */
export const logo = [
  { path: 'M9 39V22a15 15 0 0 1 30 0v17', line: { paint: 'ink', widthPx: 1.6 } },
  { path: 'M14.5 39V22a9.5 9.5 0 0 1 19 0v17', line: { paint: 'ink', widthPx: 1.6 } },
  { path: 'M20 39V23a4 4 0 0 1 8 0v16', line: { paint: 'ink', widthPx: 1.6 } },
  { path: 'M6 39.8h36M3.5 43.4h41', line: { paint: 'ink', widthPx: 1.6 } },
  { path: 'm20.9 4.4 6.2 0-1.3 10h-3.6z', fill: '#c08d45' },
] as const satisfies Logo

/** The ten names of §1. A client is in the program once it has a file here and a theme; `index.ts` lists those that do. */
export const clientNames = [
  'npt',
  'nptuk',
  'nptukusd',
  'npttransatlantic',
  'ubs',
  'glenmede',
  'tolleson',
  'ab',
  'rathbones',
  'cazenove',
] as const
export type ClientName = (typeof clientNames)[number]

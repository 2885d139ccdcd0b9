import type { Bench } from '../bench.ts'

export const grantCommandBench: Bench = { name: 'grant-command', run: async () => [] }

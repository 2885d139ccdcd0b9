import { readFileSync } from 'node:fs'
import packageJson from '../package.json' with { type: 'json' }

/** The limits of the heap with which `npm run serve` starts the portal. */
export const heapFlags = [...packageJson.scripts.serve.matchAll(/--\S+/g)].map(([flag]) => flag)

/** What the image says to the C library about memory (docs/operate.md). */
export const imageVariables: Readonly<Record<string, string>> = Object.fromEntries(
  readFileSync(new URL('../Dockerfile', import.meta.url), 'utf8')
    .matchAll(/\b(MALLOC_\w+)=(\w+)/g)
    .map(([, name, value]) => [name, value]),
)

import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'
import type { Guard } from '../../src/web/routing/guards.ts'

export type Row = Guard & { title: string; load?: unknown }

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * The program's own route table (src/app/web/screens.ts), as far as it is data: components are what the browser is for. Read by
 * Vite, because the table's file names components, which name style sheets.
 */
const { module } = await runnerImport<{ screens: Record<string, Row> }>(`${root}src/app/web/screens.ts`, {
  configFile: false,
  root,
  logLevel: 'error',
  plugins: [
    {
      name: 'no-components',
      enforce: 'pre',
      load: id => (/\.tsx($|\?)/.test(id) ? 'export {}' : null),
    },
  ],
})

/** The rows whose screens are built, by address; one that is built later is among them by itself. */
export const builtScreens: ReadonlyMap<string, Row> = new Map(
  Object.entries(module.screens).filter(([, row]) => row.load !== undefined),
)

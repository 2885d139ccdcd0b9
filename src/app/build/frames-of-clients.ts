import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build, type Plugin } from 'vite'
import type { Client, HomeArrangement } from '../../clients/client.ts'
import { keysOf } from '../../domain/keys-of.ts'
import { frameRenderer } from '../../server/http/built-files.ts'
import { renderFrames, stylesOfArrangement } from '../../server/http/make-front-end.ts'
import { scopedClassNames } from './scoped-class-names.ts'
import { classNames, framesOfArrangements } from './visitor-styles.ts'

/**
 * Writes `frames.json`: the markup of src/web/shell/Frame.tsx for each client, and `visitor-frames.json`, the same with what a visitor's
 * home shows. The server writes it into the page in place of `__FRAME__`. A second, small build renders it with the same components and class names as the program.
 */
export function framesOfClients(root: string, clients: readonly Client[]): Plugin {
  return {
    name: 'almoner-frames-of-clients',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      // It stays, with all that it imports: clients that only the start knows are rendered by it (src/server/http/make-front-end.ts).
      await build({
        root,
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        plugins: [react()],
        css: { modules: scopedClassNames() },
        ssr: { noExternal: true },
        build: {
          ssr: join(import.meta.dirname, 'render-frames.tsx'),
          outDir: dirname(join(dir, frameRenderer)),
          emptyOutDir: true,
        },
      })
      const frames = await renderFrames(join(dir, frameRenderer), clients)
      const { 'visitor-frames.json': ofArrangements } = await renderFrames(
        join(dir, frameRenderer),
        clientsOfEachArrangement(clients),
      )
      const byArrangement: Record<string, string> = {}
      for (const [name, markup] of Object.entries(ofArrangements)) {
        const arrangement = name.replace(/ .*/, '')
        byArrangement[arrangement] = (byArrangement[arrangement] ?? '') + markup
      }
      writeFileSync(join(dir, framesOfArrangements), JSON.stringify(byArrangement))
      const styles = Object.values(bundle)
        .map(file => (file.type === 'asset' && file.fileName.endsWith('.css') ? file.source : ''))
        .join('')
      for (const [file, byClient] of Object.entries(frames)) {
        for (const name of classNames(Object.values(byClient).join('')))
          if (!styles.includes(`.${name}`)) this.error(`The style sheets have no class ${name} of the frame.`)
        writeFileSync(join(dir, file), JSON.stringify(byClient))
      }
    },
  }
}

const arrangements = {
  editorial: true,
  statement: true,
  concierge: true,
  work: true,
  card: true,
  panorama: true,
} as const satisfies Record<HomeArrangement, true>

/** Clients whose frames have together whatever a client's frame may have, by arrangement. */
function clientsOfEachArrangement(known: readonly Client[]): Client[] {
  return keysOf(arrangements).flatMap(arrangement =>
    known.flatMap(client => {
      const home = { ...client.home, arrangement }
      const name = `${stylesOfArrangement({ home })} ${client.name}`
      return [
        { ...client, name, home },
        { ...client, name: `${name} plain`, home: { ...home, picture: null } },
        { ...client, name: `${name} bare`, home: { ...home, picture: null }, logo: null },
      ]
    }),
  )
}

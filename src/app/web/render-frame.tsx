import { renderToStaticMarkup } from 'react-dom/server'
import { Frame } from '../../web/shell/Frame.tsx'
import type { LogoSettings } from '../../web/shell/LogoContent.tsx'

/** The markup of a client's frame. Only the build calls this (vite.config.ts); it is not part of the program. */
export function renderFrame(client: LogoSettings): string {
  return renderToStaticMarkup(<Frame client={client} />)
}

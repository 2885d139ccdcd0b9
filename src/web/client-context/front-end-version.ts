import type { getVersion } from '../../contract/client-context.contract.ts'
import type { Reply } from '../../contract/endpoint.ts'

/** Written here by the build, from what src/server/program-version.ts finds at that time (vite.config.ts). */
declare const ALMONER_FRONT_END_VERSION: Reply<typeof getVersion>

/** §3's version info of the front end: what this browser runs. That of the API, which may be newer, is asked for by `getVersion`. */
export const frontEndVersion: Reply<typeof getVersion> = ALMONER_FRONT_END_VERSION

import type { getVersion } from '../../contract/client-context.contract.ts'
import type { Reply } from '../../contract/endpoint.ts'

/** Defined by the build (vite.config.ts) from src/server/program-version.ts. */
declare const ALMONER_FRONT_END_VERSION: Reply<typeof getVersion>

/** The version of the front end in this browser (§3). `getVersion` returns that of the API, which may be newer. */
export const frontEndVersion: Reply<typeof getVersion> = ALMONER_FRONT_END_VERSION

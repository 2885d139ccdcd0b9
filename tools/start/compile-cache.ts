import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// Imported first. The program starts faster the second time, and so does each thread that reads a file (docs/decisions/0057-heavy-work.md),
// which gets the folder by this variable.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../../node_modules/.cache/node', import.meta.url))
enableCompileCache(process.env.NODE_COMPILE_CACHE)

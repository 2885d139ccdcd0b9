import { createHash } from 'node:crypto'
import { join, relative } from 'node:path'
import type { CSSModulesOptions } from 'vite'

const source = join(import.meta.dirname, '../..')

/**
 * How the build names the classes of CSS modules: by the name in the module and four letters of the hash of its path, such as `rowQ4dZ`. Vite's own names
 * have eight characters more, which is a kilobyte of the first load, gzipped.
 * Throws where two modules would share a name.
 */
export function scopedClassNames(): CSSModulesOptions {
  const moduleOf = new Map<string, string>()
  return {
    generateScopedName: (name, file) => {
      // Vite appends a query to a module that is imported for its text.
      const module = relative(source, file.replace(/\?.*/, ''))
      const scoped = `${name}${letters(module)}`
      const other = moduleOf.get(scoped)
      if (other !== undefined && other !== module)
        throw new Error(
          `The class ${name} of ${module} and one of ${other} would both be named ${scoped}. Rename one of them.`,
        )
      moduleOf.set(scoped, module)
      return scoped
    },
  }
}

const letters = (module: string): string =>
  createHash('sha256')
    .update(module)
    .digest('base64url')
    .replaceAll(/[^a-zA-Z0-9]/g, '')
    .slice(0, 4)

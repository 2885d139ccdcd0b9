/** Keeps documents in memory by a key of their content. Beyond `maxBytes` it forgets those that were not asked for longest. */
export function createDocumentCache({ maxBytes }: { maxBytes: number }) {
  const kept = new Map<string, { document: Promise<Uint8Array>; bytes: number }>()
  let total = 0

  function forget(key: string): void {
    total -= kept.get(key)?.bytes ?? 0
    kept.delete(key)
  }

  return {
    /** The kept document, or the one that `make` gives. Those who ask meanwhile wait for the same; a failure is not kept. */
    async get(key: string, make: () => Promise<Uint8Array>): Promise<Uint8Array> {
      const found = kept.get(key)
      if (found) {
        kept.delete(key)
        kept.set(key, found)
        return await found.document
      }
      const entry = { document: make(), bytes: 0 }
      kept.set(key, entry)
      try {
        const document = await entry.document
        entry.bytes = document.byteLength
        total += entry.bytes
        for (const [oldest, { bytes }] of kept) {
          if (total <= maxBytes) break
          if (bytes > 0) forget(oldest)
        }
        return document
      } catch (error) {
        forget(key)
        throw error
      }
    },
  }
}

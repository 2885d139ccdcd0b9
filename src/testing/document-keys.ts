import type { KeyRing } from '../server/files/data-keys.ts'

/** The key that encrypts documents in tests. */
export const testDocumentKeys: KeyRing = [{ keyId: 'test', key: Buffer.alloc(32, 7) }]

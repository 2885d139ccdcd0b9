/** The place for the signature in bytes: certificates of a public authority take up to 10 KB. */
export const signatureBytes = 16_384
/** The entry of the signature in which the portal says which of the first bytes are the document that people signed. */
export const originalEntry = 'Almoner_Original'

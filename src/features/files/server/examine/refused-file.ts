/** The file is not accepted. The message is shown to the person who uploaded it. */
export class RefusedFile extends Error {
  override name = 'RefusedFile'
}

/** A file that is not accepted; the message is the sentence for the person who sent it. */
export class RefusedFile extends Error {
  override name = 'RefusedFile'
}

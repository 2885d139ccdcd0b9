/** The part of the library that read-xml-part.ts uses; it brings no types. */
declare module 'sax' {
  type Tag = { name: string; attributes: Record<string, string> }

  type Parser = {
    onopentag: (tag: Tag) => void
    onclosetag: (name: string) => void
    ontext: (text: string) => void
    oncdata: (text: string) => void
    onerror: (error: Error) => void
    write(piece: string): Parser
    close(): Parser
  }

  /** With `strict`, what is not well-formed XML is an error. */
  function parser(strict: true): Parser
  export default { parser }
}

/** Why an import cannot go on. Its message is for the person at the terminal: it names the file and what to do. */
export class ImportProblem extends Error {
  override name = 'ImportProblem'
}

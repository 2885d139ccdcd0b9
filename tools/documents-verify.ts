// npm run documents:verify FILE [CERTIFICATE]: verifies a PDF that the portal sealed after everyone had signed. It needs no
// database. The seal must be by this portal's certificate (SEAL_FILE, or the demonstration's), or by one of those in CERTIFICATE.
// Exits with 1 if it is invalid, with 2 if it cannot be verified. See docs/operate.md.
import { readFile } from 'node:fs/promises'
import { EnvironmentError, readEnvironment } from '../src/server/env.ts'
import { demonstrationSeal } from '../src/server/signatures/seal/open-sealer.ts'
import { certificatesOf } from '../src/server/signatures/seal/sealer.ts'
import { BrokenSeal, type Seal, verifySealedPdf } from '../src/server/signatures/seal/verify-sealed-pdf.ts'

const [file, certificateFile] = process.argv.slice(2)

async function run(path: string): Promise<boolean> {
  const trusted = await trustedFingerprints()
  const pdf = await readFile(path).catch((error: unknown) => {
    throw new EnvironmentError(`The file cannot be read: ${error}`)
  })
  const seal = await verifySealedPdf(pdf)
  const isKnown = seal.certificates.some(({ fingerprint256 }) => trusted.includes(fingerprint256))
  for (const line of linesOf(seal, pdf.length)) console.log(line)
  if (isKnown) console.log('The certificate is one that you trust. The file is valid.')
  else if (trusted.length === 0)
    console.log(
      'There is no certificate to compare with. Name a file with the certificate that you trust as the second argument.',
    )
  else console.log('The certificate is NOT one that you trust: someone else may have sealed this file.')
  return isKnown
}

function linesOf({ sealedAt, certificates, original }: Seal, bytes: number): string[] {
  const [certificate] = certificates
  const oneLine = (text: string) => text.replaceAll('\n', ', ')
  return [
    `Nothing was changed or added: the seal covers all ${bytes} bytes and matches them.`,
    `Sealed on ${sealedAt.toISOString()} by ${oneLine(certificate.subject)}, certified by ${oneLine(certificate.issuer)}.`,
    `SHA-256 fingerprint of the certificate: ${certificate.fingerprint256}`,
    `The document that was signed is the first ${original.bytes} bytes. Their SHA-256 digest is ${original.sha256}.`,
  ]
}

/** The certificates to trust: those of the file that was named, or this portal's. */
async function trustedFingerprints(): Promise<string[]> {
  const { sealFile, dataDir } = readEnvironment('demonstration')
  const path = certificateFile ?? sealFile ?? demonstrationSeal(dataDir)
  const isNamed = certificateFile !== undefined || sealFile !== null
  const pem = await readFile(path, 'utf8').catch((error: unknown) => {
    if (isNamed) throw new EnvironmentError(`The certificate cannot be read: ${error}`)
    return ''
  })
  return certificatesOf(pem).map(({ fingerprint256 }) => fingerprint256)
}

try {
  if (file === undefined) throw new EnvironmentError('Name the file: npm run documents:verify FILE')
  if (!(await run(file))) process.exitCode = 1
} catch (error) {
  if (error instanceof BrokenSeal) {
    console.log(`${error.message} The file is NOT valid.`)
    process.exitCode = 1
  } else {
    console.error(error instanceof EnvironmentError ? error.message : error)
    process.exitCode = 2
  }
}

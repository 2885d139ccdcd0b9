import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bankDisclaimer, britishDisclaimer, usTrust } from '../../src/clients/base.ts'
import { makeSealerPem } from '../../src/server/signatures/seal/make-sealer.ts'
import { type Answers, isAmerican, takesSecurities } from './questions.ts'

export type InstallationFile = { name: string; text: string; mode: number }

const readable = 0o644
/** Of files with secrets. */
const forOwner = 0o600

type Place = {
  /** The folder of the files. */
  folder: string
  /** The folder of the program. */
  program: string
  now: Date
}

/** The files of a new installation, with fresh secrets. */
export async function installationFiles(answers: Answers, place: Place): Promise<InstallationFile[]> {
  const { name = '', legalName = '' } = answers
  const theme = readFileSync(new URL('theme.css', import.meta.url), 'utf8')
  return [
    { name: `clients/${name}.json`, text: clientText(answers, place), mode: readable },
    {
      name: `clients/${name}.css`,
      text: theme.replace('[data-client="name"]', `[data-client="${name}"]`),
      mode: readable,
    },
    { name: 'almoner.env', text: environmentText(answers, place), mode: forOwner },
    { name: 'seal.pem', text: await makeSealerPem(legalName, place.now, 'rsa'), mode: forOwner },
    { name: 'almoner.service', text: unitText(answers, place), mode: readable },
    { name: 'haproxy.cfg', text: proxyText(), mode: readable },
  ]
}

function clientText(answers: Answers, { program }: Place): string {
  const {
    name,
    base,
    displayName = '',
    tagline,
    legalName,
    number,
    address = '',
    phone,
    hours,
    email,
  } = answers
  const american = isAmerican(answers)
  const bankCode = american ? answers.routingNumber : answers.sortCode
  const { bankName, accountNumber, contributionsAccountNumber } = answers
  const lines = address.split(';').map(each => each.trim())
  const client = {
    $schema: join(program, 'docs/client.schema.json'),
    base,
    realm: name,
    book: { name, currency: american ? 'USD' : 'GBP' },
    displayName,
    tagline,
    timeZone: answers.timeZone,
    support: { phone, email, address: lines, hours },
    sponsor: { legalName, number, address: lines, usStatus: american ? usStatus : null },
    securityContact: `mailto:${answers.securityEmail}`,
    footer: { disclaimer: disclaimerOf(answers), resources: [] },
    logo: null,
    home: usTrust.home,
    payments: {
      ...payment(answers),
      cheques: true,
      positivePay: null,
      cutoff: '15:00',
      csv: null,
      accountNumber,
    },
    bankAccounts:
      contributionsAccountNumber === accountNumber
        ? []
        : [{ name: 'Contributions', bankCode, accountNumber: contributionsAccountNumber, csv: null }],
    contributionAccounts: {
      bank: { bankName, bankCode, accountNumber: contributionsAccountNumber },
      custody: takesSecurities(answers)
        ? {
            system: american ? 'dtc' : 'crest',
            custodian: answers.custodian,
            participant: answers.participant,
            accountNumber: answers.custodyAccount,
          }
        : null,
    },
  }
  return `${JSON.stringify(client, null, 2)}\n`
}

const usStatus = 'a public charity described in section 501(c)(3) of the Internal Revenue Code'

function disclaimerOf(answers: Answers): string {
  const { base, displayName = '' } = answers
  if (!isAmerican(answers)) return britishDisclaimer
  if (base === 'us-bank') return bankDisclaimer(displayName)
  return `${displayName} is the sponsoring organization of the donor-advised funds shown here. Contributions are irrevocable. Grants are recommendations; the sponsor makes the final decision.`
}

function payment(answers: Answers) {
  const { routingNumber, bankName, companyId, sortCode, serviceUserNumber } = answers
  if (isAmerican(answers)) return { format: 'nacha', routingNumber, bankName, companyId }
  if (serviceUserNumber === '') return { format: 'pain.001', sortCode }
  return { format: 'bacs18', serviceUserNumber, sortCode }
}

/** For systemd and for a shell: in single quotes nothing is replaced, and no answer has one. */
function environmentText(answers: Answers, { folder, now }: Place): string {
  const { domain, databaseUrl = '', smtpUrl = '', dataDir = '' } = answers
  const settings = {
    CLIENTS_DIR: join(folder, 'clients'),
    PUBLIC_ORIGIN: `https://{client}.${domain}`,
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    AUDIT_CHECKPOINT_DIR: join(dataDir, 'audit-checkpoints'),
    SEAL_FILE: join(folder, 'seal.pem'),
    TRUSTED_PROXIES: '127.0.0.1',
    SMTP_URL: smtpUrl,
    APP_SECRET: randomBytes(32).toString('base64url'),
    DOCUMENT_KEYS: `${now.toISOString().slice(0, 7)}:${randomBytes(32).toString('base64')}`,
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name}='${value}'`)
  return `${[
    '# The settings of the program (docs/operate.md, Settings), with its secrets: for its user alone to read.',
    '# Store copies of APP_SECRET and DOCUMENT_KEYS apart from the database and the files. Without them both are lost.',
    ...lines,
  ].join('\n')}\n`
}

function unitText({ user, dataDir = '' }: Answers, { folder, program }: Place): string {
  const manifest: unknown = JSON.parse(readFileSync(join(program, 'package.json'), 'utf8'))
  // The command of npm run serve, with the Node that runs this one.
  const { serve } = (manifest as { scripts: { serve: string } }).scripts
  return `# Copy it to /etc/systemd/system/almoner.service.
[Unit]
Description=Almoner, a giving portal
After=network-online.target postgresql.service
Wants=network-online.target

[Service]
User=${user}
WorkingDirectory=${program}
EnvironmentFile=${join(folder, 'almoner.env')}
Environment=NODE_ENV=production MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=1048576 NODE_COMPILE_CACHE=/var/cache/almoner
ExecStart=${serve.replace(/^node /, `${process.execPath} `)}
Restart=on-failure
RestartSec=5
# The program gives each of its parts ten seconds to stop.
TimeoutStopSec=45
CacheDirectory=almoner
ReadWritePaths=${dataDir}
UMask=0077
NoNewPrivileges=yes
ProtectSystem=strict
ProtectHome=read-only
PrivateTmp=yes
PrivateDevices=yes
ProtectKernelTunables=yes
ProtectKernelModules=yes
ProtectControlGroups=yes
RestrictSUIDSGID=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX

[Install]
WantedBy=multi-user.target
`
}

function proxyText(): string {
  return `# Copy it to /etc/haproxy/haproxy.cfg. portal.pem has the certificate of your addresses, those that certify it, and its key.
defaults
  mode http
  timeout connect 5s
  # As long as an upload may take.
  timeout client 900s
  timeout server 900s
  timeout http-request 10s
  timeout http-keep-alive 10s
frontend portal
  bind :80
  bind :443 ssl crt /etc/haproxy/portal.pem alpn h2,http/1.1
  http-request redirect scheme https code 308 unless { ssl_fc }
  stick-table type ipv6 size 100k expire 1m store http_req_rate(1m)
  http-request track-sc0 src
  http-request deny deny_status 429 if { sc_http_req_rate(0) gt 900 }
  http-request set-header X-Forwarded-For %[src]
  http-request set-header X-Forwarded-Proto https
  default_backend program
backend program
  option httpchk GET /healthz
  server almoner 127.0.0.1:3000 check
`
}
